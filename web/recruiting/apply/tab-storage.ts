/** For browsers that refuse storage: until the page is left. */
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

/** A value of the form that survives a reload. It is stored in this tab until it is closed. */
export function tabStorage<Value>(name: string) {
  return {
    get(): Value | null {
      try {
        return JSON.parse(storage().getItem(name) ?? "null");
      } catch {
        // Not written by us: treat it as missing.
        return null;
      }
    },
    set: (value: Value) => storage().setItem(name, JSON.stringify(value)),
    forget: () => storage().removeItem(name),
  };
}
