import { makeScratchTemplate } from './scratch-database.ts';

/** Vitest runs it once, before the first test file that has a database, and what it returns after the last. */
export async function setup(): Promise<() => void> {
  return makeScratchTemplate();
}
