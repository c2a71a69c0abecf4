/**
 * Something of the form that a reload does not lose: in this tab alone, and gone with it. Where a
 * browser refuses storage the form works without.
 */
export function kept<Value>(name: string) {
  return {
    get(): Value | null {
      try {
        return JSON.parse(sessionStorage.getItem(name) ?? "null");
      } catch {
        return null;
      }
    },
    set(value: Value): void {
      try {
        sessionStorage.setItem(name, JSON.stringify(value));
      } catch {
        // Nothing is kept.
      }
    },
    forget(): void {
      try {
        sessionStorage.removeItem(name);
      } catch {
        // Nothing was kept.
      }
    },
  };
}
