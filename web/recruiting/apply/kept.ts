/** For browsers that refuse storage: as long as the page stands. */
const ofThisPage = new Map<string, string>();

function storage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  try {
    return sessionStorage;
  } catch {
    return {
      getItem: (name) => ofThisPage.get(name) ?? null,
      setItem: (name, value) => ofThisPage.set(name, value),
      removeItem: (name) => ofThisPage.delete(name),
    };
  }
}

/** Something of the form that a reload does not lose: in this tab alone, and gone with it. */
export function kept<Value>(name: string) {
  return {
    get(): Value | null {
      try {
        return JSON.parse(storage().getItem(name) ?? "null");
      } catch {
        // Not ours: it is as good as nothing.
        return null;
      }
    },
    set: (value: Value) => storage().setItem(name, JSON.stringify(value)),
    forget: () => storage().removeItem(name),
  };
}
