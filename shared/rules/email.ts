const part = /^[^\s@,;:<>()[\]"\\]+$/;

/**
 * Whether a text looks like one address; whether somebody reads it, only a letter can tell. One
 * pattern for the whole address would try every dot of the domain against every other one.
 */
export function isEmail(text: string): boolean {
  const at = text.indexOf("@");
  const domain = text.slice(at + 1);
  const hasInnerDot = domain.slice(1, -1).includes(".");
  return at > 0 && hasInnerDot && part.test(text.slice(0, at)) && part.test(domain);
}
