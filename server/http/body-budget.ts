import { Refusal } from "./refusal.ts";

/** Memory of a chunk besides its bytes: most of the memory of a body that arrives byte by byte. */
const chunkOverhead = 256;

/** A body whose sender is not yet authenticated. */
export interface HeldBody {
  /** Called if the body is cut to make room. Complete bodies are never cut. */
  onCut: (refusal: Refusal) => void;
  /** Counts a chunk. */
  add(chunk: Buffer): void;
  /** The whole body has arrived; it cannot be cut any more. */
  complete(): void;
  /** The body has left memory, or its sender is authenticated. May be called twice. */
  release(): void;
}

/** The memory for all bodies whose senders are not yet authenticated. */
export interface BodyBudget {
  /** @param isKnown whether this sender has been authenticated before; such bodies are cut last. */
  open(isKnown: boolean): HeldBody;
  /** Bytes in memory. */
  held(): number;
}

/**
 * Counts bodies as they arrive. Over the budget, the body that started first is cut: honest bodies
 * are in memory for milliseconds, so the oldest one is a slow sender's.
 */
export function createBodyBudget(bytesAtMost: number): BodyBudget {
  let held = 0;
  // In order of arrival.
  const arriving = { known: new Set<HeldBody>(), unknown: new Set<HeldBody>() };

  const makeRoom = () => {
    while (held > bytesAtMost) {
      const [oldest = [...arriving.known][0]] = arriving.unknown;
      if (!oldest) return;
      oldest.release();
      oldest.onCut(new Refusal("unavailable", { retryAfter: 5 }));
    }
  };

  return {
    held: () => held,
    open(isKnown) {
      const group = isKnown ? arriving.known : arriving.unknown;
      let bytes = 0;
      const body: HeldBody = {
        onCut: () => {},
        add(chunk) {
          const more = chunk.length + chunkOverhead;
          bytes += more;
          held += more;
          makeRoom();
        },
        complete: () => group.delete(body),
        release() {
          group.delete(body);
          held -= bytes;
          bytes = 0;
        },
      };
      group.add(body);
      return body;
    },
  };
}
