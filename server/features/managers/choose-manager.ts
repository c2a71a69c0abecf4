import type { Knex } from "knex";
import { defaultLanguage } from "#shared/reference/languages.ts";
import type { AssignmentKind } from "#shared/rules/managers.ts";
import { moveContacts } from "./hand-over.ts";
import { staffWhoMay } from "./managers.ts";

interface Newcomer {
  what: "psychic" | "contact";
  brand: string;
  /** The id of the language that a psychic prefers. */
  language?: number | null | undefined;
  /** The New York day. */
  today: string;
}

/** SQL: how many psychics, or how many applications, a member of staff has. */
const load = {
  psychic: "(select count(*) from psychics p where p.manager_id = users.id)",
  contact: "(select count(*) from contacts c where c.manager_id = users.id)",
};

/** SQL: whether a member of staff is away on the day. */
const isAway = `exists (select from absences a where a.user_id = users.id
                         and ?::date between a.from_day and a.to_day)`;

interface Rule {
  kind: AssignmentKind;
  manager_id: number | null;
}

/**
 * The staff who could look after a newcomer, the best first: those present before those away, then
 * those whom the brand's rule prefers, then the brand's own staff, then those with the fewest, then
 * the oldest account.
 */
function candidates(sql: Knex, rule: Rule | undefined, newcomer: Newcomer): Knex.QueryBuilder {
  const { what, brand, language, today } = newcomer;
  const isForeign = language != null && language !== defaultLanguage;
  const spoken = rule?.kind === "by_language" && isForeign ? language : null;
  return staffWhoMay(sql, what === "psychic" ? "edit-psychics" : "handle-applications").orderByRaw(
    `${isAway},
     (users.id = ?::integer) desc nulls last,
     (?::integer = any (users.spoken_languages)) desc nulls last,
     users.brand = ? desc, ${load[what]}, users.id`,
    [today, rule?.manager_id ?? null, spoken, brand],
  );
}

const ruleOf = (sql: Knex, brand: string): Promise<Rule | undefined> =>
  sql("assignment_rules").where({ brand }).first("kind", "manager_id");

/**
 * The manager for a newcomer. Locks the row, so that a simultaneous shut-out waits and also hands over
 * the newcomer (B3).
 * @returns undefined if nobody can sign in.
 */
export async function chooseManager(sql: Knex, newcomer: Newcomer): Promise<number | undefined> {
  const rule = await ruleOf(sql, newcomer.brand);
  const row = await candidates(sql, rule, newcomer).forShare().first("users.id");
  return row?.id;
}

/** One transaction assigns at most this many applications. */
export const assignedAtOnce = 1_000;

/**
 * Gives the oldest applications without a manager to the staff whom the rules choose, in turn, so
 * that all of them get equally many.
 * @returns how many.
 */
export async function assignContacts(trx: Knex, today: string): Promise<number> {
  const waiting: { id: number; brand: string }[] = await trx("contacts")
    .where({ manager_id: null })
    .orderBy("id")
    .limit(assignedAtOnce)
    .forUpdate()
    .skipLocked()
    .select("id", "brand");
  let assigned = 0;
  for (const brand of new Set(waiting.map((one) => one.brand))) {
    const newcomer = { what: "contact", brand, today } as const;
    const rule = await ruleOf(trx, brand);
    const all: { id: number; brand: string; is_away: boolean }[] = await candidates(
      trx,
      rule,
      newcomer,
    )
      .forShare()
      .select("users.id", "users.brand", trx.raw(`${isAway} as is_away`, [today]));
    const best = all[0];
    if (!best) continue;
    // As good as the first: of the same brand, and also present or also away.
    const isAsGood = (one: typeof best) => one.brand === best.brand && one.is_away === best.is_away;
    const inTurn = best.id === rule?.manager_id ? [best] : all.filter(isAsGood);
    const moves = waiting
      .filter((one) => one.brand === brand)
      .map(({ id }, place) => ({
        id,
        from: null,
        to: inTurn[place % inTurn.length]?.id ?? best.id,
      }));
    assigned += await moveContacts(trx, moves);
  }
  return assigned;
}
