import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const root = join(import.meta.dirname, '..', '..');
/** The limit in bytes, compressed with gzip. */
const BUDGET_BYTES = 250_000;

interface RouteStats {
  route: string;
  firstLoadChunkPaths: string[];
}

test(`no page loads more than ${BUDGET_BYTES} bytes of JavaScript until it is shown`, () => {
  const stats: RouteStats[] = JSON.parse(
    readFileSync(join(root, '.next', 'diagnostics', 'route-bundle-stats.json'), 'utf8'),
  );
  const sizes = new Map<string, number>();
  const sizeOf = (chunk: string) => {
    const size = sizes.get(chunk) ?? gzipSync(readFileSync(join(root, chunk))).length;
    sizes.set(chunk, size);
    return size;
  };
  const pages = stats.map(({ route, firstLoadChunkPaths }) => ({
    route,
    bytes: firstLoadChunkPaths.reduce((sum, chunk) => sum + sizeOf(chunk), 0),
  }));
  test.info().annotations.push(...pages.map(({ route, bytes }) => ({ type: route, description: `${bytes} bytes` })));
  expect(pages.map(({ route }) => route)).toContain('/[environment]/activity');
  expect(pages.filter(({ bytes }) => bytes > BUDGET_BYTES)).toEqual([]);
});
