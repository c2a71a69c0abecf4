import { useRef } from "react";
import { businessTime } from "#web/lib/dates.ts";
import { Button } from "../button.tsx";
import "./old-note.scss";

interface OldNoteProps {
  /** What asking for it again ended with; nothing is said while it is null. */
  error: Error | null;
  /** When the server gave what is shown, in epoch milliseconds. */
  dataUpdatedAt: number;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Stands beside what is shown although it could not be refreshed: how old it is (F15). */
export function OldNote({ error, dataUpdatedAt, isFetching, refetch }: OldNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  return (
    <div ref={note} className="old-note" role="status" tabIndex={-1}>
      {error && dataUpdatedAt > 0 && (
        <>
          <p>
            This could not be refreshed. It is as of{" "}
            {businessTime(new Date(dataUpdatedAt).toISOString())}.
          </p>
          <Button
            busy={isFetching}
            onClick={() => {
              // The button goes once it has helped.
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
