import type { KeptSignUp } from "./kept-sign-up.ts";

/**
 * A visitor's: in this tab alone, and gone when it is closed. There is no session to encrypt it
 * under, and the phone may be a family's: what outlived the tab would be somebody else's to read.
 */
export function tabsKeptSignUp(brand: string): KeptSignUp {
  const place = `sign-up:${brand}`;
  // Where storage is refused the wizard itself goes on.
  const quietly = <T>(action: () => T): T | null => {
    try {
      return action();
    } catch {
      return null;
    }
  };
  return {
    read: async () => quietly(() => JSON.parse(sessionStorage.getItem(place) ?? "null")),
    put: (values) => quietly(() => sessionStorage.setItem(place, JSON.stringify(values))),
    remove: () => quietly(() => sessionStorage.removeItem(place)),
  };
}
