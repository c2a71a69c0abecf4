import { createHash, createHmac, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { makersCertificate } from "./makers-certificate.ts";

/**
 * A passkey and a code app in software, written from the standards (WebAuthn Level 3, RFC 6238) and
 * without the portal's libraries.
 */

interface Options {
  challenge: string;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();

/** What this file can write as CBOR: small numbers, byte strings, texts, lists and maps. */
type Encodable =
  | (number | string | Uint8Array)
  | readonly Encodable[]
  | ReadonlyMap<number | string, Encodable>;

function cbor(value: Encodable): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") {
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
    return Buffer.concat([head(5, value.size), ...entries]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const bytes = value as Uint8Array;
  return Buffer.concat([head(2, bytes.length), bytes]);
}

const present = 0x01;
const verified = 0x04;
const attested = 0x40;

export class SoftPasskey {
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #origin: string;
  #handle: string | undefined;
  /** The counter of the last signature. A test that imitates a copied passkey sets it back. */
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  #clientData(type: string, challenge: string, origin = this.#origin) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number, rest: Uint8Array = new Uint8Array()) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    const host = new URL(this.#origin).hostname;
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, rest]);
  }

  /**
   * Answers the options of a registration.
   * @param maker a statement about the authenticator's maker, which the portal does not ask for.
   */
  register(
    { challenge, user }: Options & { user: { id: string } },
    maker?: (signed: Uint8Array) => Encodable,
  ) {
    this.#handle = user.id;
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Buffer>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      ...([
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ] as const),
    ]);
    const length = Buffer.from([0, this.#id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, cbor(key)]);
    const data = this.#authenticatorData(present | verified | attested, credential);
    const clientData = this.#clientData("webauthn.create", challenge);
    const attestation = new Map<string, Encodable>([
      ["fmt", maker ? "packed" : "none"],
      ["attStmt", maker?.(Buffer.concat([data, sha256(clientData)])) ?? new Map()],
      ["authData", data],
    ]);
    return {
      id: base64url(this.#id),
      rawId: base64url(this.#id),
      type: "public-key",
      response: {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(cbor(attestation)),
        transports: ["internal"],
      },
    };
  }

  /**
   * Answers the options of a sign-in.
   * @param odd what an attack changes: the page that asked, or that nobody verified the user.
   */
  answer({ challenge }: Options, odd: { origin?: string; isVerified?: false } = {}) {
    this.counter += 1;
    const clientData = this.#clientData("webauthn.get", challenge, odd.origin);
    const data = this.#authenticatorData(odd.isVerified === false ? present : present | verified);
    const signed = createSign("sha256").update(data).update(sha256(clientData));
    return {
      id: base64url(this.#id),
      rawId: base64url(this.#id),
      type: "public-key",
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signed.sign(this.#keys.privateKey)),
        userHandle: this.#handle,
      },
    };
  }
}

/** Signs as an authenticator whose maker has a certificate. The library would accept it (WebAuthn, 8.2). */
export function makersStatement(): (signed: Uint8Array) => Encodable {
  const { certificate, privateKey } = makersCertificate();
  return (signed) =>
    new Map<string, Encodable>([
      ["alg", -7],
      ["sig", createSign("sha256").update(signed).sign(privateKey)],
      ["x5c", [certificate]],
    ]);
}

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that an app with this secret shows at an instant. */
export function appCode(secret: string, at: Date): string {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)));
  const mac = createHmac("sha1", key).update(step).digest();
  const start = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
