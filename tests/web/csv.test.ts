import { expect, test } from "vitest";
import type { ColumnGroup } from "#web/ui/table/column.ts";
import { csvHead, csvRows } from "#web/ui/table/csv.ts";

interface Row {
  name: string;
  revenue: number;
}

const groups: readonly ColumnGroup<Row>[] = [
  {
    title: null,
    columns: [
      {
        kind: "text",
        key: "name",
        title: "N",
        name: "Name",
        sortable: false,
        text: ({ name }) => name,
        cell: () => "drawn otherwise",
      },
    ],
  },
  {
    title: "Total",
    columns: [
      {
        kind: "figure",
        key: "revenue",
        title: "Rev.",
        name: "Revenue",
        sortable: true,
        figure: ({ revenue }) => revenue,
        written: (value) => `$${value}`,
      },
    ],
  },
];

test("a column's name includes its group", () => {
  expect(csvHead(groups)).toBe("Name,Total: Revenue\r\n");
});

test("a column's name does not repeat its group", () => {
  const [, { columns = [] } = {}] = groups;
  const named = columns.map((column) => ({ ...column, name: "Total revenue" }));
  expect(csvHead([{ title: "Total", columns: named }])).toBe("Total revenue\r\n");
});

test("a figure is written as a number, and a text is quoted only if necessary", () => {
  const rows = [
    { name: "luna", revenue: 1234.5 },
    { name: 'Ann "Sun", MD', revenue: -3 },
    { name: "two\nlines", revenue: 0 },
  ];
  expect(csvRows(groups, rows)).toBe('luna,1234.5\r\n"Ann ""Sun"", MD",-3\r\n"two\nlines",0\r\n');
});

test.each(["=1+1", "+1", "-1", "@sum(A1)", "\t=1", "\r=1", "＝1+1", "＠sum(A1)"])(
  "safety 15: %j is not written as a formula",
  (name) => {
    const [cell = ""] = csvRows(groups, [{ name, revenue: 0 }]).split(",");
    expect(cell.replace(/^"/, "").startsWith("'")).toBe(true);
  },
);
