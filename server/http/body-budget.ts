import { Refusal } from "./refusal.ts";

/** A chunk keeps more memory than its bytes, which tells when a body comes byte by byte. */
const chunkOverhead = 256;

/** One body of a caller who is not yet authenticated. */
export interface HeldBody {
  /** Called if the body has to go to make room; a body that is whole stays. */
  onCut: (refusal: Refusal) => void;
  /** Counts a chunk that has arrived. */
  add(chunk: Buffer): void;
  /** The body is whole: it is being worked on and cannot be cut any more. */
  complete(): void;
  /** The body is not in memory any more, or it is known whose it is. May be called twice. */
  release(): void;
}

/** The memory that bodies of callers who are not yet authenticated may take, all of them together. */
export interface BodyBudget {
  /** @param isKnown whether this sender has been authenticated before: it is cut last. */
  open(isKnown: boolean): HeldBody;
  /** Bytes in memory now. */
  held(): number;
}

/**
 * Bodies are counted as they arrive. Where they outgrow the budget, the body that has been on its
 * way for longest is cut: a body that is sent at once is in memory for milliseconds, those that
 * fill the memory are the slow ones.
 */
export function createBodyBudget(bytesAtMost: number): BodyBudget {
  let held = 0;
  // The longest open first.
  const arriving = { known: new Set<HeldBody>(), unknown: new Set<HeldBody>() };

  const makeRoom = () => {
    while (held > bytesAtMost) {
      const [longest = [...arriving.known][0]] = arriving.unknown;
      if (!longest) return;
      longest.release();
      longest.onCut(new Refusal("unavailable", { retryAfter: 5 }));
    }
  };

  return {
    held: () => held,
    open(isKnown) {
      const line = isKnown ? arriving.known : arriving.unknown;
      let bytes = 0;
      const body: HeldBody = {
        onCut: () => {},
        add(chunk) {
          const more = chunk.length + chunkOverhead;
          bytes += more;
          held += more;
          makeRoom();
        },
        complete: () => line.delete(body),
        release() {
          line.delete(body);
          held -= bytes;
          bytes = 0;
        },
      };
      line.add(body);
      return body;
    },
  };
}
