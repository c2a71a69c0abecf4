/** How many passkeys a user may have. */
export const passkeysAtMost = 20;

/** A set of recovery codes; each works once. */
export const recoveryCodeCount = 10;

/** Recovery codes have no letters that look like digits: no I, L, O or U. */
export const recoveryCodeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export type TypedCode = { kind: "app" | "recovery"; code: string };

/**
 * Reads a code that a person typed: 6 digits from a code app, or a recovery code. Ignores blanks,
 * dashes and case, and reads letters that look like digits as digits.
 * @returns null if it is neither.
 */
export function readTypedCode(typed: string): TypedCode | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: "app", code };
  const plain = code.replace(/O/g, "0").replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(plain) ? { kind: "recovery", code: plain } : null;
}

/** As people read it: two groups of five. */
export const writtenRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
