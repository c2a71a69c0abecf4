/** What pages and the service worker tell each other. */
export type ToWorker = { type: "SKIP_WAITING" };

export type ToPage =
  /** A notification was tapped: lead there. The page answers on the message's port. */
  | { type: "open"; path: string }
  /** The network is back: the queue's turn (D40). */
  | { type: "send-queued" };
