import { expect, test, vi } from "vitest";
import { exampleBrands as brands } from "#shared/reference/example-brands.ts";
import { replyAddress, signUpLink } from "#web/manager/contacts/sign-up-link.ts";

vi.stubGlobal("location", new URL("http://127.0.0.1/contacts"));
vi.stubGlobal("portalShell", { revision: "1", brands });
const [cos, oneSun] = brands;

test("a manager gets each brand's sign-up link, on the brand's host (F12)", () => {
  const page = `https://${cos.hosts[0]}:8443/contacts?page=2`;
  expect(signUpLink(cos, page)).toBe(`https://${cos.hosts[0]}:8443/cos/signup`);
  expect(signUpLink(oneSun, page)).toBe(`https://${oneSun.hosts[0]}:8443/onesun/signup`);
  // If the host belongs to no brand, the path names the brand.
  expect(signUpLink(oneSun, "http://10.0.0.5:3000/contacts")).toBe(
    "http://10.0.0.5:3000/onesun/signup",
  );
});

test("the reply to an applicant contains the link, whatever name they gave (F12)", () => {
  const contact = {
    ...{ id: 1, name: "Jo & Co?bcc=x", email: "jo+1@people.example", phone: "2125550100" },
    ...{ date: "2026-07-20T17:00:00Z", method: "E" as const, brand: "onesun" as const },
    ...{ comments: null, referral: null },
  };
  const reply = new URL(replyAddress(contact as never, "http://10.0.0.5:3000/contacts"));
  expect(reply.protocol).toBe("mailto:");
  expect(decodeURIComponent(reply.pathname)).toBe("jo+1@people.example");
  expect([...reply.searchParams.keys()]).toEqual(["subject", "body"]);
  expect(reply.searchParams.get("body")).toContain("Hello Jo & Co?bcc=x,");
  expect(reply.searchParams.get("body")).toContain("http://10.0.0.5:3000/onesun/signup");
});
