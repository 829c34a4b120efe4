import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildInboxElement } from './build-inbox-element.ts';
import { runMain } from './cli-error.ts';
import { generate } from './generate.ts';
import { precompress } from './precompress.ts';
import { run } from './run.ts';
import { hashSources, root } from './sources.ts';

const marker = join(root, '.next', 'sources.sha256');

const inputs = ['app', 'components', 'lib', 'prisma/schema.prisma', 'proxy.ts', 'instrumentation.ts'].concat([
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'next.config.mjs',
  'postcss.config.mjs',
]);

/** Returns the hash of all sources of a build. */
const wanted = () => hashSources(inputs);

function isBuilt(): boolean {
  return existsSync(join(root, '.next', 'BUILD_ID')) && existsSync(marker) && readFileSync(marker, 'utf8') === wanted();
}

/** Builds the inbox element and the pages, each only if its sources changed since the last build. */
export async function build(): Promise<void> {
  await buildInboxElement();
  if (isBuilt()) return;
  const hash = wanted();
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  await run('The dashboard could not be built', process.execPath, [next, 'build'], env);
  await precompress(join(root, '.next', 'static'));
  writeFileSync(marker, hash);
}

if (import.meta.main) {
  await runMain(async () => {
    await generate();
    await build();
  });
}
