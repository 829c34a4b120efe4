import { randomFillSync } from 'node:crypto';

/** 24 lower-case hex characters. */
export const ID_PATTERN = /^[0-9a-f]{24}$/;

let lastMs = -1;
let counter = 0;

/**
 * A new id: 4 bytes seconds, 2 bytes sub-second (1/65536 s), 2 bytes counter within the millisecond, 4 random bytes, as
 * 24 hex characters. Ids sort by time, and ids of one process keep their order within a millisecond.
 *
 * Pass the row's `createdAt`, so that both come from one clock reading.
 */
export function newId(at: Date = new Date()): string {
  const ms = at.getTime();
  if (ms !== lastMs) {
    lastMs = ms;
    counter = 0;
  }
  const sequence = (counter++ & 0xffff).toString(16).padStart(4, '0');
  return timePrefix(ms) + sequence + randomHex();
}

/** The smallest id that a row created at `at` can have: `id >= idFloor(at)` means "created at `at` or later". */
export function idFloor(at: Date): string {
  return timePrefix(at.getTime()).padEnd(24, '0');
}

/** The smallest id of the millisecond after `at`: `id < idCeil(at)` means "created at `at` or earlier". */
export function idCeil(at: Date): string {
  return timePrefix(at.getTime() + 1).padEnd(24, '0');
}

/** The time at which an id was made, to the millisecond. */
export function idTime(id: string): Date {
  const seconds = Number.parseInt(id.slice(0, 8), 16);
  const subsecond = Number.parseInt(id.slice(8, 12), 16);
  return new Date(seconds * 1000 + Math.ceil((subsecond * 1000) / 65536));
}

/** How far the clocks of processes may differ. */
export const CLOCK_SLACK_MS = 3_600_000;

/**
 * Bounds of the ids of rows that were made together with those of `ids`, perhaps by another process: from an hour before
 * the oldest, up to an hour after the newest.
 */
export function idBounds(ids: readonly string[]): [floor: string, ceiling: string] {
  const sorted = ids.toSorted();
  const at = (id = '0'.repeat(24), offsetMs: number) => idFloor(new Date(idTime(id).getTime() + offsetMs));
  return [at(sorted[0], -CLOCK_SLACK_MS), at(sorted.at(-1), CLOCK_SLACK_MS)];
}

/** Random bytes are drawn a page at a time: asking the system for four bytes costs more than the rest of an id. */
const randomPage = Buffer.alloc(4096);
let randomUsed = randomPage.length;

function randomHex(): string {
  if (randomUsed === randomPage.length) {
    randomFillSync(randomPage);
    randomUsed = 0;
  }
  randomUsed += 4;
  return randomPage.toString('hex', randomUsed - 4, randomUsed);
}

function timePrefix(ms: number): string {
  const bounded = Math.min(Math.max(ms, 0), 0xffffffff * 1000);
  const seconds = Math.floor(bounded / 1000);
  const subsecond = Math.floor(((bounded - seconds * 1000) * 65536) / 1000);
  return seconds.toString(16).padStart(8, '0') + subsecond.toString(16).padStart(4, '0');
}
