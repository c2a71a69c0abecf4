import { openCsvRows, refuseLine } from "#server/features/import/csv-rows.ts";
import { StartError } from "#server/start-error.ts";

/**
 * Reads the column `username` of a CSV file, such as the one that the psychics were imported from.
 * @throws StartError with one line.
 */
export async function readUsernames(file: string): Promise<string[]> {
  const { columns, rows } = await openCsvRows(file);
  if (!columns.includes("username")) {
    throw new StartError(`${file}: The column "username" is missing`);
  }
  const usernames: string[] = [];
  for await (const { line, fields } of rows) {
    if (!fields.username) refuseLine(file, line, "username is empty");
    usernames.push(fields.username);
  }
  return usernames;
}
