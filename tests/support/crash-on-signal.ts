// Loaded before the portal: a fault that nobody catches, on SIGUSR2.
process.on("SIGUSR2", () => {
  void Promise.reject(new Error(`a fault about ${process.env.CANARY_OF_CRASH}`));
});
