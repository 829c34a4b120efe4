/** For tests: a real worker that exits when it sends a message to one specific recipient. */

import { sendTarget } from '#lib/engine/attempt/send.ts';
import type { SendTarget } from '#lib/engine/decision.ts';
import { QUARANTINE } from '#lib/engine/queue/quarantine.ts';
import { startQuarantine, startWorker } from '#lib/engine/start-worker.ts';
import { stopOnSignal } from '#lib/process-end.ts';

/** The phone number that makes the worker exit when it sends a message to it. */
const DEADLY = '+15555559999';

const send: SendTarget = (environmentId, target, now) => {
  const { message } = target;
  if (message?.channel === 'sms' && message.to === DEADLY) process.kill(process.pid, 'SIGKILL');
  return sendTarget(environmentId, target, now);
};

if (process.argv.includes(QUARANTINE)) {
  const { done, stop } = await startQuarantine(send);
  stopOnSignal(stop);
  await done;
  process.exit(0);
}
const { stop } = await startWorker(undefined, send);
console.log('Worker started');
stopOnSignal(stop);
