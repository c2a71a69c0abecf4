// Loaded before a launched script: should the launcher be killed outright, its channel closes, and
// the script stops as if it had been asked to, rather than live on unseen and keep its port.
// Processes that the script forks inherit this file, but not the launcher.
if (process.env.LAUNCHER_PID === `${process.ppid}`) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
