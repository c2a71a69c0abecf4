import { expect, test } from "vitest";
import { networkOf, truncatedAddress } from "#server/http/network.ts";

test("a limit counts an IPv6 /64 as one subscriber, and a /48 as one site (B2)", () => {
  const subscriber = "2001:db8:1:2::/64";
  for (const address of ["2001:db8:1:2::1", "2001:DB8:1:2:ffff:0:0:9", "2001:db8:1:2::1%eth0"]) {
    expect(networkOf(address)).toEqual({ subscriber, site: "2001:db8:1::/48" });
  }
  expect(networkOf("2001:db8:1:3::1").subscriber).not.toBe(subscriber);
  expect(networkOf("::1")).toEqual({ subscriber: "0:0:0:0::/64", site: "0:0:0::/48" });
});

test("an IPv4 address counts by itself, even if mapped into IPv6 (B2)", () => {
  for (const address of ["203.0.113.9", "::ffff:203.0.113.9", "::FFFF:cb00:7109"]) {
    expect(networkOf(address)).toEqual({ subscriber: "203.0.113.9", site: null });
  }
  expect(networkOf("")).toEqual({ subscriber: "", site: null });
});

test("the audit trail keeps an IPv4 /24 or an IPv6 /48 (C14)", () => {
  expect(truncatedAddress("203.0.113.9")).toBe("203.0.113.0/24");
  expect(truncatedAddress("::ffff:203.0.113.9")).toBe("203.0.113.0/24");
  expect(truncatedAddress("2001:db8:1:2::9")).toBe("2001:db8:1::/48");
  expect(truncatedAddress("no address")).toBeNull();
});
