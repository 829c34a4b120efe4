// Preloaded into programs that are not ours: they end when the process that started them is gone.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();
