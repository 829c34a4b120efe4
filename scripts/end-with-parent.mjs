// Preloaded into foreign programs, so that they end when their parent process has ended.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();
