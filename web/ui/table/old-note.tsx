import { useRef } from "react";
import { businessTime } from "#web/lib/dates.ts";
import { Button } from "../button.tsx";
import "./old-note.scss";

interface OldNoteProps {
  /** The error of the last refresh; null for none. */
  error: Error | null;
  /** When the server sent the shown data, in epoch milliseconds. */
  dataUpdatedAt: number;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Says how old the shown data is if it could not be refreshed (F15). */
export function OldNote({ error, dataUpdatedAt, isFetching, refetch }: OldNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  return (
    <div ref={note} className="old-note" role="status" tabIndex={-1}>
      {error && dataUpdatedAt > 0 && (
        <>
          <p>
            This could not be refreshed. What you see is from{" "}
            {businessTime(new Date(dataUpdatedAt).toISOString())}.
          </p>
          <Button
            busy={isFetching}
            onClick={() => {
              // The button disappears after a successful refresh.
              note.current?.focus();
              void refetch();
            }}
          >
            Try Again
          </Button>
        </>
      )}
    </div>
  );
}
