import { z } from 'zod';
import type { NumberField } from './definition.ts';

/** Returns the schema of a number that people set. */
export function numberIn({ min, max }: NumberField) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
}

/** Returns a field for minutes, at most one day. */
export function minutesField(label: string, min: number): NumberField {
  return { label, unit: 'minutes', min, max: 1440 };
}

/**
 * Returns the common part of the kinds whose condition must last for some minutes. A missing worker may cause these
 * conditions, so the web process checks them.
 */
export function minutesKind<const Kind extends string>(kind: Kind, label: string) {
  const numbers = { minutes: minutesField(label, 1) };
  return {
    kind,
    numbers,
    condition: z.object({ kind: z.literal(kind), minutes: numberIn(numbers.minutes) }),
    watchesIntegration: false,
    checkedBy: 'web',
  } as const;
}
