import type { JsonObject } from '#lib/json/values.ts';
import { valueAt } from '#lib/json/values.ts';
import { shortText } from '#lib/text/short-text.ts';

const MAX_VALUES = 20;
const MAX_LENGTH = 200;

/**
 * Returns the values that a JSON Logic rule reads, by their paths. They show why the rule held or did not. Long texts
 * are shortened.
 */
export function readValues(rule: unknown, data: JsonObject): JsonObject {
  const paths = new Set<string>();
  collectPaths(rule, paths);
  return Object.fromEntries([...paths].map((path) => [path, shortenValue(valueAt(data, path))]));
}

function collectPaths(rule: unknown, paths: Set<string>): void {
  if (typeof rule !== 'object' || rule === null || paths.size >= MAX_VALUES) return;
  if (Object.hasOwn(rule, 'var')) {
    const [path] = [(rule as JsonObject).var].flat();
    if (typeof path === 'string') paths.add(path);
  } else for (const part of Object.values(rule)) collectPaths(part, paths);
}

function shortenValue(value: unknown): unknown {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MAX_LENGTH ? value : shortText(text, MAX_LENGTH);
}
