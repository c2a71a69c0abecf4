/**
 * The cost of a hash that we make. The algorithm is the library's default, argon2id. The parameters
 * are OWASP's.
 */
export const ownCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
