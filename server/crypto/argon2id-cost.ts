/** argon2id, the library's default, with OWASP's parameters: what a hash made here costs. */
export const ownCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
