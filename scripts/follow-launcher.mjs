// Loaded before each launched script. If the launcher is killed (SIGKILL), its channel closes and the
// script stops itself; otherwise it would run on unseen and keep its port. Processes that the script
// forks also load this file, but have no launcher.
if (process.env.LAUNCHER_PID === `${process.ppid}`) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}
