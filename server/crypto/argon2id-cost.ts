/** The cost of a hash made here: argon2id, the library's default, with OWASP's parameters. */
export const ownCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
