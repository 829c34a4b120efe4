import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFile, providerFactsFile } from '#lib/providers/catalogue/catalogue-file.ts';
import { stepFactsFile } from '#lib/steps/facts-file.ts';
import { runMain } from './cli-error.ts';
import { run } from './run.ts';
import { hashSources, root } from './sources.ts';

const catalogue = join(root, 'lib', 'providers', 'catalogue', 'catalogue.generated.ts');
const providerFacts = join(root, 'lib', 'providers', 'catalogue', 'facts.generated.ts');
const stepFacts = join(root, 'lib', 'steps', 'facts.generated.ts');
const marker = join(root, 'prisma', 'generated', 'schema.sha256');

/** Writes outdated generated files: the Prisma client, the catalogue of providers, the facts of step types. */
export async function generate(): Promise<void> {
  await generateClient();
  write(catalogue, await catalogueFile());
  write(providerFacts, await providerFactsFile());
  write(stepFacts, stepFactsFile());
}

function write(file: string, text: string): void {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/**
 * Generates the Prisma client if prisma/schema.prisma has changed. The container image contains the generated client,
 * but not the Prisma command.
 */
export async function generateClient(): Promise<void> {
  const prisma = join(root, 'node_modules', 'prisma', 'build', 'index.js');
  if (existsSync(marker) && !existsSync(prisma)) return;
  const wanted = hashSources(['prisma/schema.prisma', 'node_modules/prisma/package.json']);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  // The Prisma command would download an engine that generation does not use. Naming any executable as the engine
  // prevents the download.
  const env = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
  await run('The database client could not be generated', process.execPath, [prisma, 'generate', '--no-hints'], env);
  writeFileSync(marker, wanted);
}

if (import.meta.main) await runMain(generate);
