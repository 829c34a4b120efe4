import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let version: string | undefined;

/** Returns the version of this program. */
export function ownVersion(): string {
  version ??= String(JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')).version);
  return version;
}
