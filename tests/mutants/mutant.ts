/** A fault in one line of the source, and the test that must notice it. */
export interface Mutant {
  /** Unique. `npm run test:mutants -- NAME` runs this mutant alone. */
  name: string;
  file: string;
  /** Part of one line, which occurs once in the file. */
  find: string;
  /** Replaces `find`. */
  plant: string;
  /** The harm that users would notice. */
  harm: string;
  /** The file of the test that must fail. */
  test: string;
  /** A part of that test's title. A browser test needs it. For other tests it only saves time. */
  title?: string;
  /** The browser test's project, if it is not `desktop`. */
  project?: "phone";
}

/** The file's text with the fault. undefined unless `find` occurs once. */
export function plantIn(text: string, { find, plant }: Mutant): string | undefined {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) return undefined;
  return before + plant + after;
}
