/**
 * Measures the JavaScript that each page loads initially, compressed as the front server sends it.
 *
 *   node bench/browser/bundles.ts              for the current build (`npm run build`)
 *   … --route=/[environment]/activity          each chunk of one page, with its contents
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '#scripts/sources.ts';

const { values: options } = parseArgs({ options: { route: { type: 'string' } } });

interface RouteStats {
  route: string;
  firstLoadChunkPaths: string[];
}

const stats: RouteStats[] = JSON.parse(
  readFileSync(join(root, '.next', 'diagnostics', 'route-bundle-stats.json'), 'utf8'),
);

if (options.route === undefined) {
  console.log('| page | chunks | gzip | Brotli |\n|---|---:|---:|---:|');
  for (const { route, firstLoadChunkPaths: chunks } of stats)
    console.log(`| ${route} | ${chunks.length} | ${total(chunks, '.gz')} kB | ${total(chunks, '.br')} kB |`);
} else {
  const chunks = stats.find(({ route }) => route === options.route)?.firstLoadChunkPaths ?? [];
  for (const chunk of chunks.toSorted((a, b) => size(b, '.br') - size(a, '.br')))
    console.log(`${(size(chunk, '.br') / 1000).toFixed(1).padStart(7)} kB  ${chunk}`);
}

function total(chunks: readonly string[], packed: '.gz' | '.br'): number {
  return Math.round(chunks.reduce((sum, chunk) => sum + size(chunk, packed), 0) / 1000);
}

/** Returns the size in bytes. A file that is too small to be compressed counts uncompressed. */
function size(chunk: string, packed: '.gz' | '.br'): number {
  const path = join(root, chunk);
  return statSync(existsSync(path + packed) ? path + packed : path).size;
}
