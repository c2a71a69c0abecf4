import type { Knex } from "knex";

/** @param given ids of languages. @returns those before and after, each once and sorted. */
export async function setSpokenLanguages(
  trx: Knex,
  userId: number,
  given: readonly number[],
): Promise<{ from: number[]; to: number[] }> {
  const before: { spoken_languages: number[] } | undefined = await trx("users")
    .where({ id: userId })
    .forNoKeyUpdate()
    .first("spoken_languages");
  const to = [...new Set(given)].sort((a, b) => a - b);
  await trx("users").where({ id: userId }).update({ spoken_languages: to });
  return { from: before?.spoken_languages ?? [], to };
}
