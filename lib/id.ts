import { randomFillSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** 24 lower-case hex characters. */
export const ID_PATTERN = /^[0-9a-f]{24}$/;

/** How many ids were made of each recent millisecond. */
const made = new LRUCache<number, number>({ max: 1_000 });

/**
 * A new id: 4 bytes seconds, 2 bytes sub-second (1/65536 s), 2 bytes counter, 4 random bytes, as 24 hex characters. Ids
 * sort by time. Ids of one process and one millisecond keep their order: from 65,536 on the sub-second goes on counting
 * within the millisecond, which has room for 4,259,840. What is made beyond that is unique, without an order.
 *
 * Pass the row's `createdAt`, so that both come from one clock reading.
 */
export function newId(at: Date = new Date()): string {
  const ms = boundedMs(at);
  const count = made.get(ms) ?? 0;
  made.set(ms, count + 1);
  const first = subsecondOf(ms);
  const subsecond = first + (Math.floor(count / COUNTER) % (subsecondOf(ms + 1, ms) - first));
  const sequence = (count % COUNTER).toString(16).padStart(4, '0');
  return prefixOf(ms, subsecond) + sequence + randomHex();
}

/** The smallest id that a row created at `at` can have: `id >= idFloor(at)` means "created at `at` or later". */
export function idFloor(at: Date): string {
  return timePrefix(boundedMs(at)).padEnd(24, '0');
}

/** The smallest id of the millisecond after `at`: `id < idCeil(at)` means "created at `at` or earlier". */
export function idCeil(at: Date): string {
  return timePrefix(boundedMs(new Date(at.getTime() + 1))).padEnd(24, '0');
}

/** The time at which an id was made, to the millisecond. */
export function idTime(id: string): Date {
  const seconds = Number.parseInt(id.slice(0, 8), 16);
  const subsecond = Number.parseInt(id.slice(8, 12), 16);
  return new Date(seconds * 1000 + Math.ceil(((subsecond + 1) * 1000) / SUBSECONDS) - 1);
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

const SUBSECONDS = 65_536;
const COUNTER = 65_536;

function boundedMs(at: Date): number {
  return Math.min(Math.max(at.getTime(), 0), 0xffffffff * 1000);
}

function timePrefix(ms: number): string {
  return prefixOf(ms, subsecondOf(ms));
}

/** The first sub-second of a millisecond, counted from the second of `of`. */
function subsecondOf(ms: number, of = ms): number {
  return Math.floor(((ms - Math.floor(of / 1000) * 1000) * SUBSECONDS) / 1000);
}

function prefixOf(ms: number, subsecond: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds.toString(16).padStart(8, '0') + subsecond.toString(16).padStart(4, '0');
}
