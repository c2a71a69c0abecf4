import { createHash } from "node:crypto";
import { undoingAddresses } from "../features/confirmation/email-changes.ts";
import type { Job, JobData } from "./jobs.ts";
import { letterTries } from "./letter-tries.ts";
import { mailOnce } from "./mail-once.ts";
import { findAddressee, nameInLetter } from "./name-in-letter.ts";

type Notice = JobData["send-account-notice"];

const subjects: Record<Notice["what"], string> = {
  password: "password was changed",
  pin: "PIN was changed",
  phones: "phone numbers were changed",
  "email undone": "e-mail address was restored",
  factors: "sign-in was changed",
  "recovery code": "recovery code was used",
  "ssn opened": "SSN was opened",
  "ssn corrected": "SSN was corrected",
  sessions: "devices were signed out",
};

type Sentences = Partial<Record<Notice["by"], (account: string) => string>>;

const sentences: Record<Notice["what"], Sentences> = {
  password: {
    owner: (account) => `the password of your account ${account} was changed.`,
    manager: (account) => `your manager set a new password for your account ${account}.`,
  },
  pin: {
    owner: (account) => `the PIN of your account ${account} was changed.`,
    manager: (account) => `your manager changed the PIN of your account ${account}.`,
  },
  phones: {
    owner: (account) => `the phone numbers of your account ${account} were changed.`,
    manager: (account) => `your manager changed the phone numbers of your account ${account}.`,
  },
  "email undone": {
    owner: (account) =>
      `the change of the e-mail address of your account ${account} was undone: the earlier ` +
      "address is valid again, and everybody was signed out.",
    manager: (account) => `your manager restored the e-mail address of your account ${account}.`,
  },
  factors: {
    owner: (account) =>
      `a passkey or code app of your account ${account} was added or removed, or new recovery codes were made.`,
    manager: (account) =>
      `the passkeys, the code app and the recovery codes of your account ${account} were removed. Sign in with your password, and add a new one.`,
  },
  "recovery code": {
    owner: (account) =>
      `a recovery code of your account ${account} was used to sign in or to confirm a change.`,
  },
  "ssn opened": {
    owner: (account) => `the SSN of your account ${account} was opened.`,
    manager: (account) =>
      `a member of staff opened the SSN of your account ${account}. The history of your account says who, and why.`,
  },
  "ssn corrected": {
    owner: (account) => `the SSN of your account ${account} was corrected.`,
    manager: (account) =>
      `a member of staff corrected the SSN of your account ${account}. The history of your account says who, and why.`,
  },
  // Nobody gets a letter about ending their own sessions.
  sessions: {
    manager: (account) =>
      `your manager signed you out of your account ${account} on one or more devices.`,
  },
};

/** What a new password does not undo. */
const advice: Partial<Record<Notice["what"], (support: string) => string>> = {
  factors: (support) =>
    `Then write to ${support}: a new password removes no passkey and no code app of somebody else.`,
};

/**
 * Tells the owner of an account what was changed, without the new value. While a change of the
 * e-mail can be undone, the old address gets the letter too: the new one may be a thief's (B6).
 */
export const sendAccountNotice: Job<"send-account-notice"> = {
  name: "send-account-notice",
  ...letterTries,
  // `to` may be the address of a person without an account.
  storedFor: 3600,
  privateData: true,
  async handle(services, { userId, what, by, to }, jobId) {
    const { db, clock, publicUrl } = services;
    const user = await findAddressee(db.sql, userId);
    const sentence = sentences[what][by];
    if (!user || !sentence) return;
    const addresses = to
      ? [to]
      : [user.email, ...(await undoingAddresses(db.sql, userId, clock()))];
    const failures: unknown[] = [];
    for (const address of new Set(addresses)) {
      // A failing address must not delay the others.
      await mailOnce(services, {
        event: `account-notice:${jobId}`,
        // Hashed: the ledger must distinguish addresses, but not store them.
        recipient: createHash("sha256").update(address).digest("hex").slice(0, 32),
        brand: user.brand,
        write: async (brand) => ({
          to: address,
          subject: `Your ${brand.name} ${subjects[what]}`,
          lines: [
            "Hello,",
            "",
            sentence(nameInLetter(user)),
            "",
            "If this is right, you need not do anything.",
            ...(address === user.email
              ? [
                  "If not, set a new password at once:",
                  "",
                  `${publicUrl(brand)}/forgot_password`,
                  "",
                  advice[what]?.(brand.supportEmail) ?? `Then write to ${brand.supportEmail}.`,
                ]
              : [
                  // This address no longer gets recovery links.
                  ...(to
                    ? []
                    : ["If it is not, use the link in our letter about your e-mail address."]),
                  `You can always write to ${brand.supportEmail}.`,
                ]),
            "",
            brand.name,
          ],
        }),
      }).catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  },
};
