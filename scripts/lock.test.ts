import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './lock.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-lock-'));
  file = join(folder, 'lock');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a lock has one holder at a time', async () => {
  const release = await takeLock(file);
  expect(await takeLock(file)).toBeUndefined();
  release?.();
  expect(existsSync(file)).toBe(false);
});

test('one of many simultaneous callers gets the lock, even over the lock of a dead process', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(file, JSON.stringify({ pid, host: hostname(), startMark: '1' }));
  const all = await Promise.all(Array.from({ length: 8 }, () => takeLock(file)));
  expect(all.filter(Boolean)).toHaveLength(1);
});

test('a process ID reused by another process does not hold the lock', async () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname(), startMark: 'another' }));
  expect(await takeLock(file)).toBeDefined();
});

test('a lock of another host is valid while its file is touched', async () => {
  writeFileSync(file, JSON.stringify({ pid: 1, host: 'elsewhere', startMark: '1' }));
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), 500);
  expect(await takeLock(file)).toBeUndefined();
  clearInterval(beat);
  utimesSync(file, new Date(0), new Date(0));
  expect(await takeLock(file)).toBeDefined();
});

test.each(['', 'no JSON', '{}'])('a damaged lock (%j) has no effect', async (content) => {
  writeFileSync(file, content);
  expect(await takeLock(file)).toBeDefined();
  expect(JSON.parse(readFileSync(file, 'utf8')).pid).toBe(process.pid);
});
