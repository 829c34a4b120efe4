import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { METHODS, type Method } from './operation.ts';
import type { RouteHandler } from './route.ts';

export interface RouteEntry {
  /** The segments of the path in Next's notation: `api`, `v2`, `[subscriberId]`, `[...rest]`. */
  segments: string[];
  handlers: Partial<Record<Method, RouteHandler>>;
}

/**
 * Imports every route file under `app/api` with Node, so that no list must be maintained and no bundler is needed.
 *
 * @param root the folder that contains `app`.
 */
export async function loadRoutes(root: string = process.cwd()): Promise<RouteEntry[]> {
  const files = globSync('app/api/**/route.ts', { cwd: root }).sort();
  return Promise.all(
    files.map(async (file) => ({
      segments: segmentsOfFile(file),
      handlers: await importHandlers(join(/* turbopackIgnore: true */ root, file)),
    })),
  );
}

/** Returns the URL segments of a route file. Omits route groups, such as `(name)`. */
export function segmentsOfFile(file: string): string[] {
  return file
    .split(sep)
    .slice(1, -1)
    .filter((segment) => !/^\(.*\)$/.test(segment));
}

async function importHandlers(path: string): Promise<Partial<Record<Method, RouteHandler>>> {
  const href = pathToFileURL(path).href;
  const module = (await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ href)) as Record<
    string,
    RouteHandler
  >;
  return Object.fromEntries(METHODS.flatMap((method) => (module[method] ? [[method, module[method]]] : [])));
}
