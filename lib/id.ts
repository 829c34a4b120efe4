import { createHash, randomFillSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** 24 lower-case hex characters. */
export const ID_PATTERN = /^[0-9a-f]{24}$/;

/** The number of IDs created in each recent millisecond. */
const made = new LRUCache<number, number>({ max: 1_000 });

/**
 * Returns a new ID: 4 bytes of seconds, 2 of sub-second (1/65536 s), 2 bytes counter, 4 random bytes, as 24 hex characters.
 * IDs sort by time. IDs of one process and one millisecond keep their order: after 65,536 IDs the sub-second is increased
 * within the millisecond, which has room for 4,259,840. Further IDs are unique, but not in order.
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

/** Returns the smallest ID of a row created at `at`: `id >= idFloor(at)` means "created at `at` or later". */
export function idFloor(at: Date): string {
  return timePrefix(boundedMs(at)).padEnd(24, '0');
}

/** Returns an ID derived from time and content: equal arguments yield the same ID, and IDs sort by time. */
export function derivedId(at: Date, content: string): string {
  return idFloor(at).slice(0, 12) + createHash('sha256').update(content).digest('hex').slice(0, 12);
}

/** Returns the smallest ID of the millisecond after `at`: `id < idCeil(at)` means "created at `at` or earlier". */
export function idCeil(at: Date): string {
  return timePrefix(boundedMs(new Date(at.getTime() + 1))).padEnd(24, '0');
}

/** Returns the creation time of an ID, to the millisecond. */
export function idTime(id: string): Date {
  const seconds = Number.parseInt(id.slice(0, 8), 16);
  const subsecond = Number.parseInt(id.slice(8, 12), 16);
  return new Date(seconds * 1000 + Math.ceil(((subsecond + 1) * 1000) / SUBSECONDS) - 1);
}

/** Maximum difference between the clocks of processes. */
export const CLOCK_SLACK_MS = 3_600_000;

/**
 * Returns bounds for the IDs of rows that were created together with the rows of `ids`, perhaps by another process: from an
 * hour before the oldest to an hour after the newest.
 */
export function idBounds(ids: readonly string[]): [floor: string, ceiling: string] {
  const sorted = ids.toSorted();
  const at = (id = '0'.repeat(24), offsetMs: number) => idFloor(new Date(idTime(id).getTime() + offsetMs));
  return [at(sorted[0], -CLOCK_SLACK_MS), at(sorted.at(-1), CLOCK_SLACK_MS)];
}

/** Random bytes are drawn a page at a time: a system call for four bytes costs more than the rest of an ID. */
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

/** Returns the first sub-second of a millisecond, counted from the second of `of`. */
function subsecondOf(ms: number, of = ms): number {
  return Math.floor(((ms - Math.floor(of / 1000) * 1000) * SUBSECONDS) / 1000);
}

function prefixOf(ms: number, subsecond: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds.toString(16).padStart(8, '0') + subsecond.toString(16).padStart(4, '0');
}
