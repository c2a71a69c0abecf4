import type { ImportKind } from "./import-kind.ts";
import { contacts } from "./kinds/contacts.ts";
import { customers } from "./kinds/customers.ts";
import { gifts } from "./kinds/gifts.ts";
import { listings } from "./kinds/listings.ts";
import { logins } from "./kinds/logins.ts";
import { pictures } from "./kinds/pictures.ts";
import { psychics } from "./kinds/psychics.ts";
import { readings } from "./kinds/readings.ts";
import { schedules } from "./kinds/schedules.ts";

const kinds = [
  ...[psychics, customers, schedules, listings, pictures, gifts, contacts, logins, readings],
] as const;

export const importNames: readonly string[] = kinds.map(({ name }) => name);

/** Finds a kind by name. Callers need not know the type of its rows. */
export const findImportKind = (name: string) =>
  kinds.find((kind) => kind.name === name) as ImportKind<object> | undefined;
