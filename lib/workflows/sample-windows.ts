/** Sample windows of time in the payload of a trigger. */
import { keyPath } from '#lib/analyser/keys.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { asObject, valueAt } from '#lib/json/values.ts';
import { expressionOf } from '#lib/rendering/block-document.ts';
import { stepType } from '#lib/steps/index.ts';
import type { EarlierStep } from '#lib/steps/variables.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { TimeUnit } from '#lib/time/time-unit.ts';

/**
 * Returns the payload with a usable window wherever a step reads its window from the payload. An example from a schema
 * or from a name cannot know this use: an object would lack its amount, and a date would be in the past.
 */
export function withWindows(payload: JsonObject, steps: readonly EarlierStep[], now: Date): JsonObject {
  return steps.reduce((filled, { type, controls }) => {
    const control = stepType(type).windowKey?.(controls);
    const key = control && valueAt(controls, control);
    const [first, ...path] = typeof key === 'string' ? keyPath(expressionOf(key)).map(String) : [];
    return first === 'payload' && path.length > 0
      ? withValue(filled, path, windowLike(valueAt(filled, path), now))
      : filled;
  }, payload);
}

function windowLike(sample: unknown, now: Date): unknown {
  if (typeof sample !== 'string') return { amount: 1, unit: 'days', ...wholeOf(sample) };
  return new Date(now.getTime() + DAY_MS).toISOString();
}

/** Returns the sample if it is a window already, which a schema with its own examples has. */
function wholeOf(sample: unknown): JsonObject {
  const { amount, unit } = asObject(sample);
  return Number.isInteger(amount) && TimeUnit.safeParse(unit).success ? { amount, unit } : {};
}

function withValue(payload: JsonObject, [key = '', ...rest]: readonly string[], value: unknown): JsonObject {
  return { ...payload, [key]: rest.length === 0 ? value : withValue(asObject(payload[key]), rest, value) };
}
