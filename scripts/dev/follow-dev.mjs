// Loaded before the server of `npm run dev`, whose standard input is a pipe from that command. If
// the command is killed, the pipe ends: then Node's watcher, which started this process, stops both.
process.stdin
  .once("end", () => process.kill(process.ppid, "SIGTERM"))
  .resume()
  .unref();
