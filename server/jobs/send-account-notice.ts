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
    owner: (account) => `The password of your account ${account} was changed.`,
    manager: (account) => `A manager set a new password for your account ${account}.`,
  },
  pin: {
    owner: (account) => `The PIN of your account ${account} was changed.`,
    manager: (account) => `A manager changed the PIN of your account ${account}.`,
  },
  phones: {
    owner: (account) => `The phone numbers of your account ${account} were changed.`,
    manager: (account) => `A manager changed the phone numbers of your account ${account}.`,
  },
  "email undone": {
    owner: (account) =>
      `Your account ${account} has its earlier e-mail address again, and everybody was signed out.`,
    manager: (account) => `A manager restored the e-mail address of your account ${account}.`,
  },
  factors: {
    owner: (account) =>
      `A passkey or code app was added to or removed from your account ${account}, or somebody made new recovery codes.`,
    manager: (account) =>
      `We removed the passkeys, the code app and the recovery codes from your account ${account}. Sign in with your password, then add a new passkey or code app.`,
  },
  "recovery code": {
    owner: (account) =>
      `A recovery code of your account ${account} was used to sign in or to confirm a change.`,
  },
  "ssn opened": {
    manager: (account) =>
      `A member of our staff opened your Social Security number (account ${account}). To see who and why, open Account History in the portal.`,
  },
  "ssn corrected": {
    manager: (account) =>
      `A member of our staff corrected your Social Security number (account ${account}). To see who and why, open Account History in the portal.`,
  },
  // Nobody gets a letter about ending their own sessions.
  sessions: {
    manager: (account) =>
      `A manager signed you out of your account ${account} on one or more devices.`,
  },
};

/** Staff have done this, so a new password of the psychic changes nothing. */
const byStaffAlone: readonly Notice["what"][] = ["ssn opened", "ssn corrected"];

/** Advice for a reader who knows nothing about the change. */
function whatToDo(what: Notice["what"], portal: string, support: string): string[] {
  if (byStaffAlone.includes(what)) return [`If you do not know why, write to ${support}.`];
  return [
    "If you know about this, you do not have to do anything.",
    "If not, set a new password right away:",
    "",
    `${portal}/forgot_password`,
    "",
    what === "factors"
      ? `Then write to ${support}. A new password does not remove a passkey or code app that somebody else added.`
      : `Then write to ${support}.`,
  ];
}

/** Advice in a letter to an earlier address, which gets no recovery links. */
const whatToDoWithout = (support: string, hasUndoLink: boolean) => [
  "If you know about this, you do not have to do anything.",
  ...(hasUndoLink ? ["If not, use the link in our earlier e-mail about your e-mail address."] : []),
  `You can always write to ${support}.`,
];

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
            ...(address === user.email
              ? whatToDo(what, publicUrl(brand), brand.supportEmail)
              : whatToDoWithout(brand.supportEmail, to === undefined)),
            "",
            brand.name,
          ],
        }),
      }).catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  },
};
