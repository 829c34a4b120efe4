/**
 * Stops when told by a signal, and when whoever started this process is gone: its channel closes, or npm's process id is
 * no longer our parent's. Settles when `stop` is done. A second Ctrl-C ends at once.
 */
export function stopOnSignals(stop: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let told = false;
    const end = () => {
      if (told) return;
      told = true;
      stop().then(resolve, reject);
    };
    let interrupts = 0;
    process.on('SIGINT', () => {
      end();
      // One Ctrl-C may arrive twice: from the terminal, and forwarded by npm.
      if (++interrupts > 3) process.exit(1);
    });
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    process.on('disconnect', end);
    if (process.channel) process.channel.unref();
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && end(), 500).unref();
  });
}
