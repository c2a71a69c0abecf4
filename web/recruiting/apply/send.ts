import { contactEndpoints } from "#shared/contacts.ts";
import type { RequestOf } from "#shared/http/endpoint.ts";
import { ApiError, isCommunicationFailure } from "#web/api/api-error.ts";
import { uuid } from "#web/lib/uuid.ts";
import { passBotCheck } from "./bot-check.ts";
import { request } from "./request.ts";
import { tabStorage } from "./tab-storage.ts";

type Body = RequestOf<typeof contactEndpoints.createContact>["body"];
export type Application = Body["contact"];

/** A submission under its key, until an answer came: what became of it nobody here knows. */
interface Attempt {
  key: string;
  body: Body;
}

const sameAs = (one: Application) => JSON.stringify(one);

/**
 * Sends an application once, however often it is submitted: after a lost answer the same one goes
 * again under its key, with the same answer to the bot check, and is answered as the first was.
 * @throws ApiError; `path` of its errors begins with `contact.` or is `altcha`.
 */
export async function sendApplication(
  contact: Application,
  brand: NonNullable<Body["brand"]>,
): Promise<void> {
  const unanswered = tabStorage<Attempt>(`application-sent:${brand}`);
  const make = async (): Promise<Attempt> => {
    const made = { key: uuid(), body: { contact, altcha: await passBotCheck(), brand } };
    unanswered.set(made);
    return made;
  };
  const post = async ({ key, body }: Attempt) => {
    try {
      await request(contactEndpoints.createContact, { body, key });
      unanswered.forget();
    } catch (error) {
      if (!isCommunicationFailure(error)) unanswered.forget();
      throw error;
    }
  };
  const before = unanswered.get();
  if (before && sameAs(before.body.contact) === sameAs(contact)) {
    try {
      return await post(before);
    } catch (error) {
      // It never arrived, and its bot check is too old by now: it may be made anew.
      if (!(error instanceof ApiError && isAboutBotCheck(error))) throw error;
    }
  }
  await post(await make());
}

export const isAboutBotCheck = ({ problem }: ApiError) =>
  problem?.errors?.some(({ path }) => path === "altcha") ?? false;
