import type { ChildProcess } from 'node:child_process';

const BEAT_MS = 1_000;
const BEAT = 'belfry-beat';
/** The number of checks within the allowed silence. */
const CHECKS = 6;

/** Sends a heartbeat to the parent process every second while the event loop runs. */
export function sendHeartbeats(): void {
  if (!process.send) return;
  const send = () => process.connected && process.send?.(BEAT, undefined, undefined, () => undefined);
  send();
  setInterval(send, BEAT_MS).unref();
}

/**
 * Calls `onSilence` once if a child that has sent a heartbeat is silent for `silentMs`. Excludes time in which this
 * process was not running either, such as on a sleeping machine.
 */
export function watchHeartbeats(child: ChildProcess, silentMs: number, onSilence: () => void): void {
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
