import type { SignUpDraft } from "./sign-up-draft.ts";

/**
 * A visitor's draft, stored in this tab until it is closed. A visitor has no session whose key could
 * encrypt it, and others may use the phone, so it must not outlive the tab.
 */
export function tabsSignUpDraft(brand: string): SignUpDraft {
  const storageKey = `sign-up:${brand}`;
  // If the browser refuses storage, the wizard still works.
  const quietly = <T>(action: () => T): T | null => {
    try {
      return action();
    } catch {
      return null;
    }
  };
  return {
    read: async () => quietly(() => JSON.parse(sessionStorage.getItem(storageKey) ?? "null")),
    put: async (values) => {
      quietly(() => sessionStorage.setItem(storageKey, JSON.stringify(values)));
    },
    remove: async () => {
      quietly(() => sessionStorage.removeItem(storageKey));
    },
  };
}
