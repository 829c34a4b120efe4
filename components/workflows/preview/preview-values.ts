import type { JsonObject } from '#lib/api/text.ts';

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A web address that may be loaded or linked as it is. */
export function webAddress(value: unknown): string | undefined {
  const text = textOf(value);
  return /^https:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}
