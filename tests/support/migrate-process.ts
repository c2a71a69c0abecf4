// A process that migrates a database: node migrate-process.ts DATABASE_URL
// Tests run several of them at once, or kill one.
import { migrate } from "#server/db/migrate.ts";

const [url = ""] = process.argv.slice(2);
await migrate(url);
