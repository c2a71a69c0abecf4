/** Stores what was typed until the wizard is finished; never secrets. */
export interface SignUpDraft {
  /** Null if nothing is stored. */
  read: () => Promise<unknown>;
  /** Never rejects: without storage the wizard still works. */
  put: (values: unknown) => Promise<void>;
  /** Settles once a reload no longer finds the draft; never rejects. */
  remove: () => Promise<void>;
}
