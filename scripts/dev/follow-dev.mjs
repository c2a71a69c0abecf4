// Loaded before the server of `npm run dev`, whose standard input is a pipe from that command. If
// the command is killed, the pipe ends: then Node's watcher, which started this process, stops both.
// If the watcher is gone, too, another process has adopted this one, and must not get the signal.
const watcher = process.ppid;
process.stdin
  .once("end", () => {
    process.kill(process.ppid === watcher ? watcher : process.pid, "SIGTERM");
  })
  .resume()
  .unref();
