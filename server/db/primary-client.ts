import pg from "pg";
import { readOnly } from "./is-away.ts";

/**
 * A connection that closes itself when its server accepts no writes, for example during a failover.
 * Such a server is usually a replica: it would refuse writes, and reads from it could be old. The
 * server reports the two settings below by itself, when a connection begins and when they change.
 */
export class PrimaryClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // A pool stops listening when it hands out a client, before the borrower can listen. Without a
    // listener, an error in between would end the process.
    this.on("error", () => {});
    const { connection } = this as unknown as { connection: pg.Connection };
    connection.on("parameterStatus", (reported: Record<string, string>) => {
      const { parameterName = "", parameterValue } = reported;
      const isAbout = ["in_hot_standby", "default_transaction_read_only"].includes(parameterName);
      if (!isAbout || parameterValue !== "on") return;
      connection.stream.destroy(
        Object.assign(new Error("The server accepts no writes"), { code: readOnly }),
      );
    });
  }
}
