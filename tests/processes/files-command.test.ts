import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { endProcesses, spawnPortal } from "../support/portal-process.ts";

const servers: Server[] = [];
afterAll(async () => {
  await endProcesses();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

/** Copies from a bucket that passes the check of a start, and answers other reads by `answer`. */
async function copyFrom(answer: (path: string, res: ServerResponse) => void) {
  const respond: RequestListener = (req, res) => {
    const path = decodeURIComponent(req.url ?? "");
    req.resume();
    if (req.method === "HEAD") res.writeHead(200, { "Content-Length": 5_000, ETag: '"x"' }).end();
    else if (req.method !== "GET" || path.includes("checks")) res.end("check");
    else answer(path, res);
  };
  const server = createServer(respond).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const env = {
    S3_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`,
    S3_REGION: "us-east-1",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  const args = ["copy", "to-folder"];
  const command = await spawnPortal({ script: "server/commands/files.ts", args, env });
  const { code, output, errors } = await command.ended;
  return { code, output, errors };
}

const breakOff = (res: ServerResponse) => {
  res.writeHead(200, { "Content-Length": 5_000 }).write("half");
  setImmediate(() => res.destroy());
};
const listOf = (names: readonly string[]) =>
  names.map((name) => `<Contents><Key>files/${name}</Key></Contents>`).join("");

describe("npm run files -- copy stops with one line", () => {
  test("when a list breaks off", async () => {
    expect(await copyFrom((_, res) => breakOff(res))).toEqual({
      code: 1,
      output: "",
      errors: expect.stringMatching(
        /^The copy stopped at pictures: \w+. Run it again to continue\n$/,
      ),
    });
  });

  test("when a list fails", async () => {
    const { code, errors } = await copyFrom((path, res) => {
      if (path.includes("recordings")) res.writeHead(403).end("<Code>AccessDenied</Code>");
      else res.end(listOf([]));
    });
    expect([code, errors]).toEqual([
      1,
      "The copy stopped at recordings: AccessDenied. Run it again to continue\n",
    ]);
  });

  test("when a file breaks off, and copies no others", async () => {
    const names = Array.from({ length: 100 }, (_, place) => `pictures/${100 + place}.jpg`);
    let read = 0;
    const { code, output, errors } = await copyFrom((path, res) => {
      if (path.includes("list-type")) return void res.end(listOf(names));
      read++;
      breakOff(res);
    });
    expect([code, output]).toEqual([1, ""]);
    expect(errors).toMatch(
      /^The copy stopped at pictures\/\d+.jpg: cut-off. Run it again to continue\n$/,
    );
    // Only the files that were being read when the first one failed.
    expect(read).toBeLessThanOrEqual(8);
  });
});
