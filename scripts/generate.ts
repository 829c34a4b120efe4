import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFile } from '#lib/providers/catalogue-file.ts';
import { runMain } from './cli-error.ts';
import { run } from './run.ts';
import { hashSources, root } from './sources.ts';

const catalogue = join(root, 'lib', 'providers', 'catalogue.generated.ts');
const marker = join(root, 'prisma', 'generated', 'schema.sha256');

/** Writes generated files that differ from their sources: the Prisma client and the catalogue of providers. */
export async function generate(): Promise<void> {
  await generateClient();
  const text = await catalogueFile();
  if (!existsSync(catalogue) || readFileSync(catalogue, 'utf8') !== text) writeFileSync(catalogue, text);
}

/** Generates the Prisma client when prisma/schema.prisma has changed. */
export async function generateClient(): Promise<void> {
  const wanted = hashSources(['prisma/schema.prisma', 'node_modules/prisma/package.json']);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  const prisma = join(root, 'node_modules', 'prisma', 'build', 'index.js');
  // The command would download an engine that generating does not use. Naming any executable prevents that.
  const env = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
  await run('The database client could not be generated', process.execPath, [prisma, 'generate', '--no-hints'], env);
  writeFileSync(marker, wanted);
}

if (import.meta.main) await runMain(generate);
