/** Collects the names and types of variables in payloads. Pure. */
import type { SeenType } from './schema.ts';

type JsonType = SeenType['type'];

/** The payload of one trigger. */
export interface SampledPayload {
  at: Date;
  payload: unknown;
}

export interface SeenVariable {
  /** The number of triggers that have the variable, with a value other than null. */
  seen: number;
  /** The types of the values, with times in milliseconds. */
  types: Map<JsonType, { count: number; firstAt: number; lastAt: number }>;
}

const MAX_DEPTH = 6;
const MAX_VALUES = 2_000;
/** An object inside the payload with more keys is a dictionary: its keys are data, such as addresses. */
const MAX_KEYS = 50;

/** Returns the variables of the payloads by path. Keys of dictionaries are left out. */
export function seenVariables(samples: readonly SampledPayload[]): Map<string, SeenVariable> {
  const found = new Map<string, SeenVariable>();
  for (const { at: time, payload } of samples) {
    const at = time.getTime();
    for (const [path, types] of typesIn(payload)) {
      const variable = found.get(path) ?? { seen: 0, types: new Map() };
      found.set(path, variable);
      if ([...types].some((type) => type !== 'null')) variable.seen++;
      for (const type of types) {
        const known = variable.types.get(type) ?? { count: 0, firstAt: at, lastAt: at };
        variable.types.set(type, {
          count: known.count + 1,
          firstAt: Math.min(at, known.firstAt),
          lastAt: Math.max(at, known.lastAt),
        });
      }
    }
  }
  return found;
}

/** Returns the types of each variable in one payload. The items of a list share their paths. */
function typesIn(payload: unknown): Map<string, Set<JsonType>> {
  const found = new Map<string, Set<JsonType>>();
  let left = MAX_VALUES;
  const visit = (value: unknown, path: string, depth: number): void => {
    if (left-- <= 0) return;
    if (path !== '') found.set(path, (found.get(path) ?? new Set()).add(typeOf(value)));
    if (depth === MAX_DEPTH || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, `${path}[]`, depth + 1);
      return;
    }
    const entries = Object.entries(value);
    if (entries.length > MAX_KEYS && depth > 0) return;
    for (const [key, inner] of entries) visit(inner, path === '' ? key : `${path}.${key}`, depth + 1);
  };
  visit(payload, '', 0);
  return found;
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
}
