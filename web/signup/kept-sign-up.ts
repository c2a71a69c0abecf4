/** Where what was typed is kept while the wizard is under way; secrets never reach it. */
export interface KeptSignUp {
  /** Null where there is nothing. */
  read: () => Promise<unknown>;
  put: (values: unknown) => void;
  remove: () => void;
}
