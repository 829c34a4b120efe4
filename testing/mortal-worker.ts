/** For tests: a real worker that ends when it sends to one recipient. */

import { type SendTarget, sendTarget } from '#lib/engine/attempt/send.ts';
import { QUARANTINE } from '#lib/engine/queue/quarantine.ts';
import { startQuarantine, startWorker } from '#lib/engine/worker.ts';
import { stopOnSignal } from '#lib/process-end.ts';

/** A message to this number ends the worker that sends it. */
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
console.log('The worker delivers');
stopOnSignal(stop);
