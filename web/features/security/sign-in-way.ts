/** What a sign-in in this tab ended with. */
export type SignInWay = "password" | "code" | "passkey";

const key = "sign-in-way";

/** Remembers it for this tab: after some sign-ins the next screen offers a passkey. */
export const noteSignInWay = (way: SignInWay) => sessionStorage.setItem(key, way);

export const signInWay = () => sessionStorage.getItem(key);

export const forgetSignInWay = () => sessionStorage.removeItem(key);
