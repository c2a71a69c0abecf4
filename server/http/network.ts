import { isIPv4, isIPv6 } from "node:net";

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser normalizes: no dotted tail, no leading zeros, at most one "::".
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const numbers = (part: string) =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  const [left, right] = [numbers(head), numbers(tail)];
  return [...left, ...Array(8 - left.length - right.length).fill(0), ...right];
}

/** The IPv4 address in an IPv4-mapped one (::ffff:1.2.3.4). */
function mappedIPv4(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).some(Boolean) || groups[5] !== 0xffff) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

const prefixOf = (groups: readonly number[], count: number) =>
  `${groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":")}::/${count * 16}`;

/** An address as IPv4 text or as IPv6 groups; null if it is neither. */
function parseAddress(address: string): string | number[] | null {
  const bare = address.replace(/%.*$/s, "");
  // Fast path: a dual-stack socket shows IPv4 addresses in this form.
  const mapped = bare.startsWith("::ffff:") ? bare.slice("::ffff:".length) : bare;
  if (isIPv4(mapped)) return mapped;
  if (!isIPv6(bare)) return null;
  const groups = groupsOf(bare);
  return mappedIPv4(groups) ?? groups;
}

/**
 * How limits count an address. One subscriber has a whole IPv6 /64, so the /64 counts as one. A
 * site has a /48, which has a looser limit of its own; null for IPv4.
 */
export function networkOf(address: string): { subscriber: string; site: string | null } {
  const known = parseAddress(address);
  if (known === null || typeof known === "string") {
    return { subscriber: known ?? address, site: null };
  }
  return { subscriber: prefixOf(known, 4), site: prefixOf(known, 3) };
}

/** An address without the part that identifies a person: IPv4 to /24, IPv6 to /48. */
export function truncatedAddress(address: string): string | null {
  const known = parseAddress(address);
  if (known === null) return null;
  return typeof known === "string"
    ? `${known.slice(0, known.lastIndexOf("."))}.0/24`
    : prefixOf(known, 3);
}
