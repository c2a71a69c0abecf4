import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** The place of a value. An envelope that was moved to another user or column cannot be opened. */
export interface VaultContext {
  table: string;
  column: string;
  userId: number;
}

export interface Vault {
  /** Every envelope under the first key begins with these bytes, and no other does. */
  prefix: Buffer;
  /** AES-256-GCM under the first key; the envelope contains the key's id. */
  seal(text: string, context: VaultContext): Buffer;
  /** @throws Error if the key is not in the list, or the envelope comes from another place. */
  open(sealed: Buffer, context: VaultContext): string;
  /** A blind index: equal texts of a kind have equal indexes, and it reveals nothing else. */
  index(
    kind:
      | "ssn"
      | "phone-pin"
      | "request"
      | "account"
      | "mailbox"
      | "phone"
      | "bot-check"
      | "upload"
      | "passkey"
      | "recovery-code",
    text: string,
  ): Buffer;
  /**
   * A user's key for the data that a phone stores (D45): 32 bytes, constant as long as the last key
   * stays.
   */
  keptKey(userId: number): Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * @param dataKeys `id:base64,…`. The first encrypts, all decrypt. The last also makes the blind
 * indexes and stays in the list as long as they do; new keys go before it. A new key that so far
 * only decrypts goes between the first and the last. The first and the last may be the same key.
 */
export function createVault(dataKeys: string): Vault {
  const masters = dataKeys.split(",").map((entry) => {
    const colon = entry.indexOf(":");
    return { id: entry.slice(0, colon), key: Buffer.from(entry.slice(colon + 1), "base64") };
  });
  const derive = (key: Buffer, use: string) => Buffer.from(hkdfSync("sha256", key, "", use, 32));
  const keys = new Map(masters.map(({ id, key }) => [id, derive(key, "seal")]));
  const [first] = masters;
  const last = masters.at(-1);
  if (!first || !last) throw new Error("no data key");
  const indexKey = derive(last.key, "index");
  const prefix = Buffer.concat([Buffer.from([first.id.length]), Buffer.from(first.id)]);
  const associated = ({ table, column, userId }: VaultContext) =>
    Buffer.from(`${table}.${column}.${userId}`);

  return {
    prefix,
    seal(text, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", keys.get(first.id) as Buffer, nonce);
      cipher.setAAD(associated(context));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([prefix, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const idEnd = 1 + (sealed[0] ?? 0);
      const key = keys.get(sealed.subarray(1, idEnd).toString());
      if (!key) throw new Error("sealed under a key that is not in DATA_KEYS");
      const nonceEnd = idEnd + nonceBytes;
      const tagEnd = nonceEnd + tagBytes;
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(idEnd, nonceEnd), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(associated(context));
      decipher.setAuthTag(sealed.subarray(nonceEnd, tagEnd));
      return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString();
    },
    keptKey: (userId) => derive(last.key, `kept:${userId}`),
    index: (kind, text) => createHmac("sha256", indexKey).update(`${kind}:${text}`).digest(),
  };
}
