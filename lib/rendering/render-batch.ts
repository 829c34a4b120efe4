import { setImmediate } from 'node:timers/promises';
import { LIQUID_LIMITS } from '#lib/liquid/engine.ts';
import { type RenderedStep, renderNow, renderStep, type StepToRender } from './render-step.ts';
import { warmUp } from './warm-up.ts';
import { withinTime } from './within-time.ts';

/** Milliseconds after which the event loop goes on, whatever is left to render. */
const TURN_MS = 5;

interface Asked {
  step: StepToRender;
  resolve: (rendered: RenderedStep | Promise<RenderedStep>) => void;
}

let asked: Asked[] = [];

/**
 * Renders as `renderStep` does. Steps asked for in one turn of the event loop share a clock, which costs more to start than a text message
 * to render. One that takes too long is begun anew with a clock of its own, and the others go on without it.
 */
export function renderBatched(step: StepToRender): Promise<RenderedStep> {
  const { promise, resolve } = Promise.withResolvers<RenderedStep>();
  asked.push({ step, resolve });
  if (asked.length === 1) void renderAsked();
  return promise;
}

async function renderAsked(): Promise<void> {
  await warmUp(renderNow);
  await setImmediate();
  const batch = asked;
  asked = [];
  for (let done = 0; done < batch.length; await setImmediate()) done += renderSome(batch.slice(done));
}

/** @returns how many of the first ones are seen to: one at least. */
function renderSome(batch: readonly Asked[]): number {
  const rendered: RenderedStep[] = [];
  let alone = 0;
  const until = performance.now() + TURN_MS;
  try {
    withinTime(LIQUID_LIMITS.time, () => {
      for (const { step } of batch) {
        rendered.push(renderNow(step));
        if (performance.now() > until) return;
      }
    });
  } catch {
    const failed = batch[rendered.length];
    failed?.resolve(renderStep(failed.step));
    alone = 1;
  }
  for (const [at, each] of rendered.entries()) batch[at]?.resolve(each);
  return rendered.length + alone;
}
