import { createHmac } from "node:crypto";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { StartError } from "#server/start-error.ts";

/**
 * BACKUP_KEY encrypts, decrypts and signs. It is an age identity, so that the operator can also
 * open a backup with the program `age`. Everybody who knows its public half can encrypt for it. So
 * the key also signs the manifest, which has the hash of every other file.
 */
export interface BackupKeys {
  encrypter: Encrypter;
  decrypter: Decrypter;
  /** A keyed hash under each key, in hex; the first key is the one that encrypts. */
  sign(text: string): string[];
}

export const newBackupKey = () => generateX25519Identity();

/**
 * @param setting one or more identities with spaces between them: the first encrypts, all decrypt.
 * @throws StartError if there is none, or if one is mistyped.
 */
export async function readBackupKeys(setting: string | undefined): Promise<BackupKeys> {
  const identities = setting?.split(" ") ?? [];
  const [first] = identities;
  if (first === undefined) {
    throw new StartError(
      "BACKUP_KEY is required. To restore, set the key of the backup. To back up for the first time, make a key with npm run backup -- --new-key",
    );
  }
  const encrypter = new Encrypter();
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
    encrypter.addRecipient(await identityToRecipient(first));
  } catch {
    // The library's text may quote the key.
    throw new StartError("BACKUP_KEY is mistyped: its letters do not match its checksum");
  }
  return {
    encrypter,
    decrypter,
    sign: (text) =>
      identities.map((identity) =>
        createHmac("sha256", `portal backup ${identity}`).update(text).digest("hex"),
      ),
  };
}
