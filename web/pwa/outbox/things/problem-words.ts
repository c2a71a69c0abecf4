import type { RequestOf } from "#shared/http/endpoint.ts";
import type { problemEndpoints } from "#shared/problems.ts";
import type { Line } from "./thing.ts";

type Report = RequestOf<typeof problemEndpoints.reportProblem>["body"];

export const lines = ({ category, details }: Report): Line[] => [
  { label: "Category", mine: category ?? "" },
  { label: "Details", mine: details },
];

export const draft = { form: "problem", values: (report: Report) => report };
