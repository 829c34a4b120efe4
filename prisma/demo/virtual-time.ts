import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';

/** The clock of a process that plays the history. Every `Date` of the process follows it. It moves only when set. */
export interface VirtualTime {
  now(): Date;
  advance(ms: number): void;
  /** Never moves back. */
  moveTo(at: Date): void;
}

/**
 * Replaces the clock of this process and the random part of its IDs permanently, so that the same steps give the same
 * rows, byte by byte. Timers use the real clock.
 */
export function startVirtualTime(start: Date): VirtualTime {
  let ms = start.getTime();
  mock.timers.enable({ apis: ['Date'], now: ms });
  countInsteadOfRandom();
  const set = (to: number) => {
    ms = to;
    mock.timers.setTime(ms);
  };
  return {
    now: () => new Date(ms),
    advance: (by) => set(ms + by),
    moveTo: (at) => {
      if (at.getTime() > ms) set(at.getTime());
    },
  };
}

/** Fills buffers with ascending 32-bit numbers. `newId` takes four bytes for each ID. */
function countInsteadOfRandom(): void {
  let count = 0;
  const countUp = (filled: NodeJS.ArrayBufferView) => {
    const view = new DataView(filled.buffer, filled.byteOffset, filled.byteLength);
    for (let at = 0; at + 4 <= view.byteLength; at += 4) view.setUint32(at, count++);
    return filled;
  };
  Object.assign(crypto, { randomFillSync: countUp });
  syncBuiltinESMExports();
}
