/** Seconds before the second try of a job; each pause after it is twice as long. */
export const firstPause = 5;
/** Seconds that a pause lasts at most. */
export const longestPause = 3600;

/** How many pauses, each up to twice as long as `firstPause` makes it, last so many seconds. */
function pausesFor(seconds: number, longest: number): number {
  let [count, total] = [0, 0];
  while (total < seconds) {
    total += Math.min(firstPause * 2 ** count, longest);
    count++;
  }
  return count;
}

/** Letters outlive a weekend without the mail server: they are tried over 3 days. */
export const letterTries = { retries: pausesFor(3 * 86_400, longestPause) };

/** A recovery letter is of use for as long as its reader waits, which is what its link lives: an hour. */
export const recoveryTries = { retries: pausesFor(3600, 300), longestPause: 300 };
