import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './cli-error.ts';
import { isAlive, startMark } from './processes.ts';

interface Holder {
  pid: number;
  host: string;
  startMark: string;
}

const BEAT_MS = 2000;
const SILENT_MS = 10_000;

/**
 * Takes a lock file, until this process ends or the returned function is called. Undefined if a living process holds
 * the lock. On the same host, the process ID and start time in the file show whether the holder lives. The lock of
 * another host (a container on the same volume) counts as long as its holder touches the file.
 */
export async function takeLock(file: string): Promise<(() => void) | undefined> {
  const mine = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    startMark: startMark(process.pid),
  } satisfies Holder);
  while (!create(file, mine)) {
    const seen = read(file);
    if (seen === undefined) continue;
    if (await isHeld(file, seen)) return undefined;
    breakLock(file, seen);
  }
  const beat = setInterval(() => touch(file), BEAT_MS).unref();
  return () => {
    clearInterval(beat);
    if (read(file) === mine) rmSync(file, { force: true });
  };
}

/** Creates the lock under another name and links it into place, so that a lock never exists without its content. */
function create(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

async function isHeld(file: string, content: string): Promise<boolean> {
  const holder = parse(content);
  if (!holder) return false;
  if (holder.host === hostname()) return isAlive(holder.pid) && startMark(holder.pid) === holder.startMark;
  const before = lastTouch(file);
  if (Date.now() - before > SILENT_MS) return false;
  await sleep(BEAT_MS * 2);
  return lastTouch(file) > before;
}

/** Removes a stale lock. If another start has replaced the lock in the meantime, restores the new lock. */
function breakLock(file: string, seen: string): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== seen) linkSync(aside, file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function parse(content: string): Holder | undefined {
  try {
    const holder: Partial<Holder> = JSON.parse(content);
    return holder.pid && holder.host && holder.startMark ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The data folder and the lock in it were deleted.
  }
}

function lastTouch(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
