/** Stores what was typed until the wizard is finished; never secrets. */
export interface SignUpDraft {
  /** Null if nothing is stored. */
  read: () => Promise<unknown>;
  put: (values: unknown) => void;
  remove: () => void;
}
