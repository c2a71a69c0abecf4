/** One of a person's numbers; `id` is null while it is not stored yet. */
export interface OwnPhone {
  id: number | null;
  /** Digits only. */
  phone_number: string;
  /** The dial prefix. */
  country_code: number;
  type: number;
  time_zone_id: number;
  preferred: boolean;
  sms: boolean;
}
export type PhoneFacts = Omit<OwnPhone, "id" | "preferred">;

export const phonesAtMost = 3;

/** The messages that say why a change is not possible. */
export const phoneRefusals = {
  full: "You can have at most 3 phone numbers",
  last: "The last phone number cannot be removed",
  preferred: "The preferred phone number cannot be removed",
} as const;
export type PhoneRefusal = keyof typeof phoneRefusals;

/** Drops what people write between the digits. */
export const digitsOf = (text: string): string => text.replace(/[\s().-]/g, "");

/** Ten digits in the US and Canada, 4 to 15 elsewhere. */
export function isPhoneNumber(digits: string, countryCode: number): boolean {
  return (countryCode === 1 ? /^\d{10}$/ : /^\d{4,15}$/).test(digits);
}

/** At most one number receives text messages. If this one does, the others stop. */
function withMessagesAt(phones: readonly OwnPhone[], place: number): OwnPhone[] {
  const receivesMessages = phones[place]?.sms === true;
  return phones.map((phone, i) =>
    receivesMessages && i !== place ? { ...phone, sms: false } : phone,
  );
}

/** Adds a number. The first one is the preferred one. */
export function addPhone(phones: readonly OwnPhone[], facts: PhoneFacts): OwnPhone[] | "full" {
  if (phones.length >= phonesAtMost) return "full";
  const added = { ...facts, id: null, preferred: phones.length === 0 };
  return withMessagesAt([...phones, added], phones.length);
}

/** Changes the number with this id, which must exist. */
export function changePhone(
  phones: readonly OwnPhone[],
  id: number,
  facts: Partial<PhoneFacts>,
): OwnPhone[] {
  const place = phones.findIndex((phone) => phone.id === id);
  const changed = phones.map((phone, i) => (i === place ? { ...phone, ...facts } : phone));
  return withMessagesAt(changed, place);
}

/** Removes the number with this id, which must exist. */
export function removePhone(
  phones: readonly OwnPhone[],
  id: number,
): OwnPhone[] | "last" | "preferred" {
  if (phones.length === 1) return "last";
  if (phones.some((phone) => phone.id === id && phone.preferred)) return "preferred";
  return phones.filter((phone) => phone.id !== id);
}

/** Makes this number the only preferred one. */
export function preferPhone(phones: readonly OwnPhone[], id: number): OwnPhone[] {
  return phones.map((phone) => ({ ...phone, preferred: phone.id === id }));
}
