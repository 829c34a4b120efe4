import { commandLine, parentOf } from './processes.ts';

const LOOK_MS = 500;

/**
 * Calls `stop` on a signal, and when the parent of this process has exited: its channel closes, or the npm process
 * above exits without forwarding a signal. Settles when `stop` is done. Repeated Ctrl-C exits immediately.
 */
export function stopOnSignals(stop: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let isStopping = false;
    const end = () => {
      if (isStopping) return;
      isStopping = true;
      stop().then(resolve, reject);
    };
    let interrupts = 0;
    process.on('SIGINT', () => {
      end();
      // One Ctrl-C may arrive twice: directly from the terminal, and forwarded by npm.
      if (++interrupts > 3) process.exit(1);
    });
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    process.on('disconnect', end);
    if (process.channel) process.channel.unref();
    const generations = npmAbove();
    const before = ancestors(generations);
    if (generations > 0) setInterval(() => ancestors(generations) !== before && end(), LOOK_MS).unref();
  });
}

/**
 * Returns the number of parent processes from this process up to npm, including shells. 0 if npm did not start this
 * process.
 */
function npmAbove(): number {
  if (!process.env.npm_lifecycle_event) return 0;
  let pid = process.ppid;
  for (let generations = 1; pid > 1 && generations <= 5; generations++) {
    if (/^npm\b|npm-cli\.js/.test(commandLine(pid))) return generations;
    pid = parentOf(pid);
  }
  return 1;
}

function ancestors(generations: number): string {
  const pids = [process.ppid];
  while (pids.length < generations) pids.push(parentOf(pids.at(-1) ?? 0));
  return pids.join();
}
