import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readArchive, textOf } from './archive.ts';

test('the shipped history begins like one of the current engine (npm run demo regenerates it)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-demo-'));
  try {
    const file = join(folder, 'history');
    // Runs in a separate process, because it replaces the clock.
    await promisify(execFile)(process.execPath, ['scripts/demo.ts', '--days', '1', '--to', file]);
    const made = readFileSync(file, 'utf8').split('\n');
    const shipped = textOf(readArchive()).split('\n', made.length);
    const different = made.findIndex((line, at) => line !== shipped[at]);
    expect(made.length).toBeGreaterThan(500);
    expect(
      different < 0 ? undefined : { line: different, made: made[different], shipped: shipped[different] },
    ).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
