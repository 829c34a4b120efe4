// Preloaded into foreign programs, so that they end when their parent process is gone.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();
