import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Cached, because the migrations of a release never change. */
let names: string[] | undefined;

/** Returns the migrations of this version, the earliest first. */
export function migrationNames(): string[] {
  names ??= readdirSync(join(process.cwd(), 'prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return names;
}
