import type { ChildProcess } from 'node:child_process';

const BEAT_MS = 1_000;
const BEAT = 'belfry-beat';
/** How often a watcher checks within the time of silence that it allows. */
const CHECKS = 6;

/** Shows the process that started this one, every second, that the event loop turns. */
export function beat(): void {
  if (!process.send) return;
  const send = () => process.connected && process.send?.(BEAT, undefined, undefined, () => undefined);
  send();
  setInterval(send, BEAT_MS).unref();
}

/**
 * Calls `onSilence` once when a child that has begun to beat does not for `silentMs`. Time in which this process does not
 * run either (a machine that sleeps) does not count.
 */
export function watchBeats(child: ChildProcess, silentMs: number, onSilence: () => void): void {
  let checks = 0;
  let watch: NodeJS.Timeout | undefined;
  const check = () => {
    checks += 1;
    if (checks <= CHECKS) return;
    clearInterval(watch);
    onSilence();
  };
  child.on('message', (message) => {
    if (message !== BEAT) return;
    checks = 0;
    watch ??= setInterval(check, silentMs / CHECKS).unref();
  });
  child.once('exit', () => clearInterval(watch));
}
