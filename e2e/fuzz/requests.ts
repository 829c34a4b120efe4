import fc from 'fast-check';
import { z } from 'zod';
import type { ListedOperation } from '#e2e/operations.ts';
import type { Known } from '#e2e/populated.ts';
import type { Operation } from '#lib/api/operation.ts';
import { bodyText, hostileJson, hostileText, type JsonSchema, nearlyValid, valid } from './values.ts';

/** The maximum length of a value in a URL, because Node itself rejects headers above 16 KiB. */
const LONGEST = 400;

/** One request, as it is sent. */
export interface FuzzRequest {
  method: string;
  /** The URL relative to `/api`, with its query. */
  target: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** `demo`: a key of the environment with the demo data, for reading only. `reader`: the token of an inbox session. */
  caller: 'key' | 'session' | 'anonymous' | 'demo' | 'reader';
}

/** Generates valid, nearly valid and hostile requests to one operation from its schemas. */
export function requestsTo({ method, path, operation }: ListedOperation, known: Known): fc.Arbitrary<FuzzRequest> {
  const usual = usualCaller(operation);
  const caller = fc.oneof(
    { weight: 8, arbitrary: fc.constant(usual) },
    { weight: 3, arbitrary: fc.constant<FuzzRequest['caller']>('session') },
    { weight: 1, arbitrary: fc.constantFrom<FuzzRequest['caller']>('anonymous', method === 'GET' ? 'demo' : 'key') },
  );
  const target = fc
    .tuple(params(path, schemaOf(operation.params), known), query(schemaOf(operation.query), known))
    .map(([filledPath, search]) => (search === '' ? filledPath : `${filledPath}?${search}`));
  return fc.record({
    method: fc.constant(method),
    target,
    headers: headers(),
    body: operation.body ? body(schemaOf(operation.body), known) : fc.constant(undefined),
    caller,
  });
}

function usualCaller({ permission, callers }: Operation): FuzzRequest['caller'] {
  if (permission === 'subscriber') return 'reader';
  return callers?.includes('apiKey') === false ? 'session' : 'key';
}

function schemaOf(schema: z.ZodType | undefined): JsonSchema {
  return schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {};
}

function params(path: string, { properties = {} }: JsonSchema, known: Known): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment): fc.Arbitrary<string> => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return fc.constant(segment);
    const values = fc.oneof(
      { weight: 6, arbitrary: fc.constant(known[name] ?? '') },
      { weight: 1, arbitrary: valid(properties[name] ?? { type: 'string' }, known, name).map(String) },
      { weight: 2, arbitrary: hostileText },
    );
    return values.map(inPath).filter((text) => !['', '.', '..'].includes(text));
  });
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

function query({ properties = {} }: JsonSchema, known: Known): fc.Arbitrary<string> {
  const names = Object.keys(properties);
  const good = names.map((name) =>
    valid(properties[name] ?? {}, known, name).map((value): [string, string][] =>
      (Array.isArray(value) ? value : [value]).map((item) => [name, String(item)]),
    ),
  );
  const bad = fc
    .tuple(
      names.length > 0 ? fc.constantFrom(...names, ...names.map((name) => `${name}[]`), '__proto__', 'x') : hostileText,
      hostileText,
    )
    .map((pair): [string, string][] => [pair]);
  const some = good.length > 0 ? fc.oneof(...good) : fc.constant<[string, string][]>([]);
  const lists = fc.oneof(
    { weight: 6, arbitrary: fc.array(some, { maxLength: 3 }) },
    { weight: 2, arbitrary: fc.array(fc.oneof(some, bad), { maxLength: 4 }) },
    { weight: 1, arbitrary: some.map((pairs) => Array(2).fill(pairs)) },
  );
  return lists.map((pairs) =>
    pairs
      .flat()
      .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
      .join('&'),
  );
}

function body(schema: JsonSchema, known: Known): fc.Arbitrary<string> {
  const good = valid(schema, known);
  return fc.oneof(
    { weight: 5, arbitrary: good.map(bodyText) },
    { weight: 5, arbitrary: nearlyValid(good).map(bodyText) },
    { weight: 1, arbitrary: hostileJson.map(bodyText) },
    { weight: 1, arbitrary: hostileText },
  );
}

function headers(): fc.Arbitrary<Record<string, string>> {
  const type = fc.oneof(
    { weight: 12, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-8', 'multipart/form-data', 'x'),
    },
  );
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme-ascii' }) },
  );
  const environment = fc.oneof(
    { weight: 20, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('x', '0'.repeat(24)) },
  );
  return fc.tuple(type, key, environment).map(([contentType, idempotencyKey, environmentId]) => ({
    'content-type': contentType,
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(environmentId !== undefined && { 'environment-id': environmentId }),
  }));
}

function inPath(text: string): string {
  return encodeURIComponent(text.slice(0, LONGEST).toWellFormed());
}

/** Percent-encodes a text. A lone surrogate becomes bytes that are not UTF-8. */
function encoded(long: string): string {
  const text = long.slice(0, LONGEST);
  return text.isWellFormed() ? encodeURIComponent(text) : `${encodeURIComponent(text.toWellFormed())}%ED%A0%80`;
}
