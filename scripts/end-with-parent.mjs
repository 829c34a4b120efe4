// Preloaded into programs that are not Belfry's own, so that they exit when their parent process exits.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();
