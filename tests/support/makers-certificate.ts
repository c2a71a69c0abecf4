import { createSign, generateKeyPairSync } from "node:crypto";

/** ASN.1 in DER: a value with its tag and length. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const number = (value: number) => der(0x02, Buffer.from([value]));
const objectId = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
/** An attribute of a name: `55 04` and the attribute's number. */
const named = (attribute: number, text: string) =>
  der(
    0x31,
    sequence(
      objectId(`5504${attribute.toString(16).padStart(2, "0")}`),
      der(0x13, Buffer.from(text)),
    ),
  );

/** A self-signed certificate as the maker of an authenticator has it (RFC 5280; WebAuthn, 8.2.1). */
export function makersCertificate() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(objectId("2a8648ce3d040302"));
  const name = sequence(
    ...[named(6, "US"), named(10, "Maker"), named(11, "Authenticator Attestation")],
    named(3, "Key"),
  );
  const basicConstraints = sequence(objectId("551d13"), der(0x04, sequence()));
  const signed = sequence(
    der(0xa0, number(2)),
    ...[number(1), ecdsaWithSha256, name],
    sequence(der(0x17, Buffer.from("000101000000Z")), der(0x18, Buffer.from("21000101000000Z"))),
    ...[name, publicKey.export({ type: "spki", format: "der" })],
    der(0xa3, sequence(basicConstraints)),
  );
  const signature = createSign("sha256").update(signed).sign(privateKey);
  const certificate = sequence(signed, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  return { certificate, privateKey };
}
