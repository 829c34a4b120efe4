/** For tests: a real worker that exits when it sends to a certain recipient. */

import { type SendTarget, sendTarget } from '#lib/engine/attempt/send.ts';
import { QUARANTINE } from '#lib/engine/queue/quarantine.ts';
import { startQuarantine, startWorker } from '#lib/engine/start-worker.ts';
import { stopOnSignal } from '#lib/process-end.ts';

/** The number whose messages end the worker that sends them. */
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
