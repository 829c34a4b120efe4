import { z } from 'zod';
import { METHODS, type Method, type Operation } from '#lib/api/operation.ts';
import { loadRoutes } from '#lib/api/route-table.ts';

/** One method of one path, as declared in the route files. */
export interface ListedOperation {
  method: Method;
  /** The path relative to `/api`, with parameters in braces: `/v2/subscribers/{subscriberId}`. */
  path: string;
  /** Names of the path's parameters. */
  params: string[];
  operation: Operation;
  /** Method and path, for messages. */
  name: string;
}

/** Returns every operation of every route file. Tests that use this list cover new routes automatically. */
export async function listOperations(): Promise<ListedOperation[]> {
  const entries = await loadRoutes();
  return entries.flatMap(({ segments, handlers }) => {
    const path = `/${segments.slice(1).map(braced).join('/')}`;
    const params = segments.flatMap((segment) => (isParameter(segment) ? [segment.slice(1, -1)] : []));
    return METHODS.flatMap((method) => {
      const operation = handlers[method]?.operation;
      return operation ? [{ method, path, params, operation, name: `${method} ${path}` }] : [];
    });
  });
}

/** Returns the path with its parameters replaced. `values` may be one value for all of them. */
export function filled(path: string, values: string | Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(typeof values === 'string' ? values : (values[name] ?? '')),
  );
}

/** Returns the query parameters that the operation requires, with a value each. */
export function neededQuery({ operation }: ListedOperation, values: Record<string, string>): string {
  const needed = Object.entries(shapeOf(operation.query)).filter(([, schema]) => !schema.safeParse(undefined).success);
  const query = new URLSearchParams(needed.map(([name]) => [name, values[name] ?? '']));
  return query.size > 0 ? `?${query}` : '';
}

function shapeOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
}

/** Whether an API key may call the operation. */
export function takesApiKey(listed: ListedOperation): boolean {
  return isClosed(listed) && (listed.operation.callers ?? ['apiKey']).includes('apiKey');
}

/** Whether the operation is for API keys or members only. */
export function isClosed({ operation }: ListedOperation): boolean {
  return operation.permission !== 'public' && operation.permission !== 'subscriber';
}

/** Whether the operation is for the token of an inbox session only. */
export function isForReaders({ operation }: ListedOperation): boolean {
  return operation.permission === 'subscriber';
}

function isParameter(segment: string): boolean {
  return /^\[\w+\]$/.test(segment);
}

function braced(segment: string): string {
  return isParameter(segment) ? `{${segment.slice(1, -1)}}` : segment;
}
