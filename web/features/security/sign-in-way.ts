/** The last thing that the user gave at a sign-in in this tab. */
export type SignInWay = "password" | "code" | "passkey";

const key = "sign-in-way";

/** Remembers it for this tab, because the next screen offers a passkey only after some of these. */
export const noteSignInWay = (way: SignInWay) => sessionStorage.setItem(key, way);

export const signInWay = () => sessionStorage.getItem(key);

export const forgetSignInWay = () => sessionStorage.removeItem(key);
