import { appCode, SoftPasskey } from "./authenticator.ts";
import { type Browser, testEnv } from "./test-app.ts";

/** Adds a passkey in a browser. */
export async function addPasskey(
  browser: Browser,
  name = "Phone",
  passkey = new SoftPasskey(testEnv.publicUrl),
) {
  const { body: options } = await browser.post("/api/passkeys/registration");
  const credential = passkey.register(options);
  const answer = await browser.post("/api/passkeys", { name, credential });
  return { passkey, answer };
}

/** Adds a code app in a browser. */
export async function addApp(browser: Browser, now: Date) {
  const { body } = await browser.post("/api/code_app");
  const answer = await browser.put("/api/code_app", { code: appCode(body.secret, now) });
  return { secret: body.secret as string, answer };
}
