import { contactEndpoints } from "#shared/contacts.ts";
import type { RequestOf } from "#shared/http/endpoint.ts";
import { ApiError, isCommunicationFailure } from "#web/api/api-error.ts";
import { uuid } from "#web/lib/uuid.ts";
import { passBotCheck } from "./bot-check.ts";
import { request } from "./request.ts";
import { tabStorage } from "./tab-storage.ts";

type Body = RequestOf<typeof contactEndpoints.createContact>["body"];
export type Application = Body["contact"];

/** A submission and its key, until an answer arrives. The server may have applied it. */
interface Attempt {
  key: string;
  body: Body;
}

const serialized = (one: Application) => JSON.stringify(one);

/**
 * Sends an application once, even if it is submitted again. After a lost answer, the same application
 * is sent with the same key and the same answer to the bot check, and gets the first answer.
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
  if (before && serialized(before.body.contact) === serialized(contact)) {
    try {
      return await post(before);
    } catch (error) {
      // The first attempt never arrived, and its bot check has expired: make another attempt.
      if (!(error instanceof ApiError && isAboutBotCheck(error))) throw error;
    }
  }
  await post(await make());
}

export const isAboutBotCheck = ({ problem }: ApiError) =>
  problem?.errors?.some(({ path }) => path === "altcha") ?? false;
