import { useEffect, useRef, useState } from "react";
import { isCommunicationFailure } from "#web/api/api-error.ts";
import { sentenceOf } from "#web/api/error-sentences.ts";
import { type Exported, noteExport } from "#web/api/note-export.ts";
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
  /** What the audit trail says about the export. */
  exported: Exported;
  groups: readonly ColumnGroup<Row>[];
  /**
   * Loads rows of the list with its current filter and order. Without `total` the list ends with the
   * first page that is not full.
   */
  fetchPage: (limit: number, offset: number) => Promise<{ rows: readonly Row[]; total?: number }>;
}

/**
 * Exports the whole list as CSV, page by page, so that memory holds only one page: the browser
 * stores the Blob of the earlier pages on disk.
 */
export function ExportButton<Row>(props: ExportButtonProps<Row>) {
  const { name, exported, groups, fetchPage } = props;
  const [done, setDone] = useState<{ rows: number; total: number | undefined }>();
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
    for (let rows = 0, isWhole = false; !isWhole; ) {
      const page = await fetchPage(pageRows, rows);
      if (stopped.current) return null;
      file = new Blob([file, csvRows(groups, page.rows)], { type: "text/csv" });
      rows += page.rows.length;
      setDone({ rows, total: page.total });
      isWhole =
        page.total === undefined
          ? page.rows.length < pageRows
          : rows >= page.total || page.rows.length === 0;
    }
    return file;
  };

  const start = async () => {
    stopped.current = false;
    setDone({ rows: 0, total: 0 });
    try {
      await noteExport(exported);
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
      {progressOf(done)}
      {" – Stop"}
    </Button>
  );
}

function progressOf({ rows, total }: { rows: number; total: number | undefined }): string {
  if (rows === 0) return "Exporting";
  const loaded = writtenCount(rows);
  return total === undefined ? `${loaded} rows` : `${loaded} of ${writtenCount(total)}`;
}
