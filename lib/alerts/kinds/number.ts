import { z } from 'zod';
import type { NumberField } from './definition.ts';

/** Returns the schema of a number that people set. */
export function numberIn({ min, max }: NumberField) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
}

/** Minutes of a day at most. */
export function minutesField(label: string, min: number): NumberField {
  return { label, unit: 'minutes', min, max: 1440 };
}
