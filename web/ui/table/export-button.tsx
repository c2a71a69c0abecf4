import { useEffect, useRef, useState } from "react";
import { isCommunicationFailure } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { download } from "#web/lib/download.ts";
import { writtenCount } from "#web/lib/figures.ts";
import { Button } from "../button.tsx";
import { showCommunicationFailure, showNotice } from "../notice-store.ts";
import type { ColumnGroup } from "./column.ts";
import { csvHead, csvRows } from "./csv.ts";

/** The server's largest page. */
const pageRows = 1000;

interface ExportButtonProps<Row> {
  /** The name of the file, without its extension. */
  name: string;
  groups: readonly ColumnGroup<Row>[];
  /** Loads rows of the list with its current filter and order. */
  fetchPage: (limit: number, offset: number) => Promise<{ rows: readonly Row[]; total: number }>;
}

/**
 * Exports the whole list as CSV, page by page, so that memory holds only one page: the browser
 * stores the Blob of the earlier pages on disk.
 */
export function ExportButton<Row>({ name, groups, fetchPage }: ExportButtonProps<Row>) {
  const [done, setDone] = useState<{ rows: number; total: number }>();
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  const collect = async (): Promise<Blob | null> => {
    // The mark tells a spreadsheet that this is UTF-8.
    let file = new Blob(["\uFEFF", csvHead(groups)]);
    for (let offset = 0, total = 1; offset < total; offset += pageRows) {
      const page = await fetchPage(pageRows, offset);
      if (stopped.current) return null;
      file = new Blob([file, csvRows(groups, page.rows)], { type: "text/csv" });
      total = page.total;
      setDone({ rows: Math.min(offset + pageRows, total), total });
      if (page.rows.length === 0) break;
    }
    return file;
  };

  const start = async () => {
    stopped.current = false;
    setDone({ rows: 0, total: 0 });
    try {
      const file = await collect();
      if (file) download(file, `${name}.csv`);
    } catch (error) {
      if (stopped.current) return;
      if (isCommunicationFailure(error)) showCommunicationFailure();
      else showNotice({ kind: "danger", title: "Not Exported", text: sentenceOf(error) });
    } finally {
      setDone(undefined);
    }
  };

  if (!done) {
    return (
      <Button icon="download" onClick={start}>
        Export CSV
      </Button>
    );
  }
  return (
    <Button
      onClick={() => {
        stopped.current = true;
      }}
    >
      {done.total > 0 ? `${writtenCount(done.rows)} of ${writtenCount(done.total)}` : "Exporting"}
      {" – Stop"}
    </Button>
  );
}
