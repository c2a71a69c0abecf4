import { makeScheduledCall } from "#seeds/builders/scheduled-call.ts";
import { type CallAnswerCode, callAnswers, callPath } from "#shared/rules/call-answers.ts";
import { makePsychic } from "../support/people.ts";
import type { House } from "./house.ts";
import type { Result } from "./ledger.ts";
import { parts, roundsOf } from "./on-phone.ts";
import { Phone } from "./phone.ts";

/** Opens a call's screen and gives an answer there. Without a network the installed app opens it. */
async function answerCall({ page }: Phone, id: string, place: number): Promise<void> {
  await page.goto(callPath(id));
  await page.locator(".call-answers").first().getByRole("button").nth(place).click();
  await page.locator(".call-status", { hasText: "You answered" }).waitFor();
}

/**
 * Two devices of one psychic answer the same calls, one of them without a network. Then the answers
 * are sent while the network cuts every third one, and the server is killed in each second round.
 * The answer that was given last must count, and the platform must hear of it last.
 */
export async function answerCalls(house: House, amount: number): Promise<Result> {
  const psychic = await makePsychic(house.sql);
  const openPhone = async () => {
    const phone = await Phone.open(house);
    await phone.signIn(psychic);
    return phone;
  };
  const phones = await Promise.all([openPhone(), openPhone()]);
  const last = new Map<string, CallAnswerCode>();
  const ids = Array.from(
    { length: Math.ceil(amount / 2) },
    (_, place) => `f-${psychic.id}-${place}`,
  );
  const before = house.network.cut;
  for (const [round, part] of [...parts(ids, roundsOf(amount))].entries()) {
    const at = new Date(Date.now() + 10 * 60_000);
    for (const id of part) await makeScheduledCall(house.sql, { id, psychic_id: psychic.id, at });
    for (const { page } of phones) {
      // The phone without a network needs the call's data.
      await page.goto(callPath(part.at(-1) ?? ""));
      await page.locator(".call-answers").first().waitFor();
    }
    house.network.cutAfter = 0.3;
    await phones[1]?.setOffline(true);
    for (const id of part) {
      const order = house.chance() < 0.5 ? phones : [...phones].reverse();
      for (const phone of order) {
        const place = Math.floor(house.chance() * callAnswers.length);
        await answerCall(phone, id, place);
        last.set(id, callAnswers[place] ?? "ready");
      }
    }
    await phones[1]?.setOffline(false);
    if (round % 2 === 1) {
      await house.killPortal();
      await house.startPortal();
    }
    for (const phone of phones) await phone.untilSent();
    house.network.mend();
  }
  for (const phone of phones) await phone.close();
  return { ...(await auditAnswers(house, psychic.id, last)), faults: house.network.cut - before };
}

async function auditAnswers(
  { sql }: House,
  psychicId: number,
  last: ReadonlyMap<string, CallAnswerCode>,
): Promise<Omit<Result, "faults">> {
  const rows: { call_id: string; answer: CallAnswerCode; answered_by: number }[] = await sql(
    "call_answers",
  )
    .where({ psychic_id: psychicId })
    .orderBy("answered_at")
    .select("call_id", "answer", "answered_by");
  const told: { call_id: string; answer: CallAnswerCode }[] = await sql("deliveries")
    .where({ psychic_id: psychicId, type: "call.answered" })
    .orderBy("id")
    .select(sql.raw("data->>'call_id' as call_id, data->>'answer' as answer"));
  const counting = new Map(rows.map(({ call_id, answer }) => [call_id, answer]));
  const toldLast = new Map(told.map(({ call_id, answer }) => [call_id, answer]));
  const isLost = ([id, answer]: [string, CallAnswerCode]) =>
    counting.get(id) !== answer || toldLast.get(id) !== answer;
  return {
    saved: 2 * last.size,
    refused: 0,
    lost: [...last].filter(isLost).length + Math.max(0, 2 * last.size - rows.length),
    twice: Math.max(0, rows.length - 2 * last.size),
    wrongPerson: rows.filter(({ answered_by }) => answered_by !== psychicId).length,
  };
}
