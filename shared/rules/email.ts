const part = /^[^\s@,;:<>()[\]"\\]+$/;

/**
 * Whether a text looks like an address; only a letter shows whether somebody reads it. A single
 * pattern for the whole address would backtrack over every pair of dots in the domain (A1).
 */
export function isEmail(text: string): boolean {
  const at = text.indexOf("@");
  const domain = text.slice(at + 1);
  const hasInnerDot = domain.slice(1, -1).includes(".");
  return at > 0 && hasInnerDot && part.test(text.slice(0, at)) && part.test(domain);
}
