// A process that migrates a database, for the tests of several at once and of killed ones:
// node migrate-process.ts DATABASE_URL
import { migrate } from "#server/db/migrate.ts";

const [url = ""] = process.argv.slice(2);
await migrate(url);
