/** Seconds before the first retry of a job; each later pause is twice as long. */
export const firstPause = 5;
/** The longest pause in seconds. */
export const longestPause = 3600;

/** How many retries, with pauses that double up to `longest`, span this many seconds. */
function pausesFor(seconds: number, longest: number): number {
  let [count, total] = [0, 0];
  while (total < seconds) {
    total += Math.min(firstPause * 2 ** count, longest);
    count++;
  }
  return count;
}

/** Letters are retried for 3 days, so that they survive a weekend without the mail server. */
export const letterTries = { retries: pausesFor(3 * 86_400, longestPause) };

/** A recovery letter is retried for an hour, as long as its link works. */
export const recoveryTries = { retries: pausesFor(3600, 300), longestPause: 300 };
