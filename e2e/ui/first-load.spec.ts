import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const root = join(import.meta.dirname, '..', '..');
const BUDGET_KB = 250;

interface RouteStats {
  route: string;
  firstLoadChunkPaths: string[];
}

/** What `scripts/rules.ts` keeps out of pages would stand here. */
test(`no page loads more than ${BUDGET_KB} kB of JavaScript before it is there`, () => {
  const stats: RouteStats[] = JSON.parse(
    readFileSync(join(root, '.next', 'diagnostics', 'route-bundle-stats.json'), 'utf8'),
  );
  const sizes = new Map<string, number>();
  const sizeOf = (chunk: string) => {
    const size = sizes.get(chunk) ?? gzipSync(readFileSync(join(root, chunk))).length / 1000;
    sizes.set(chunk, size);
    return size;
  };
  const pages = stats.map(({ route, firstLoadChunkPaths }) => ({
    route,
    kB: Math.round(firstLoadChunkPaths.reduce((sum, chunk) => sum + sizeOf(chunk), 0)),
  }));
  test.info().annotations.push(...pages.map(({ route, kB }) => ({ type: route, description: `${kB} kB` })));
  expect(pages.map(({ route }) => route)).toContain('/[environment]/activity');
  expect(pages.filter(({ kB }) => kB > BUDGET_KB)).toEqual([]);
});
