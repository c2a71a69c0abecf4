// Loaded before the server of `npm run dev`, whose standard input is a pipe from that command. If
// the command is killed, the pipe ends. Then we signal Node's watcher, our parent, which stops
// itself and us. If the watcher is gone, too, our new parent must not get the signal: we signal
// ourselves.
const watcher = process.ppid;
process.stdin
  .once("end", () => {
    process.kill(process.ppid === watcher ? watcher : process.pid, "SIGTERM");
  })
  .resume()
  .unref();
