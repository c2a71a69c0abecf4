// Runs before the portal. On SIGUSR2 it throws an error that nothing catches.
process.on("SIGUSR2", () => {
  void Promise.reject(new Error(`a fault about ${process.env.CANARY_OF_CRASH}`));
});
