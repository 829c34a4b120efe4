import { expect, test } from 'vitest';
import { seededRandom } from './random.ts';
import { officeTime } from './rhythm.ts';

const HOUR = 3_600_000;

test('a time is found in the last hours, at whatever hour of the week', () => {
  const random = seededRandom(1);
  const monday = Date.UTC(2026, 10, 16);
  for (let hour = 0; hour < 168; hour++) {
    const now = new Date(monday + hour * HOUR + HOUR / 2);
    const at = officeTime(random, now, 0.3);
    expect(at <= now && at.getTime() > now.getTime() - 8 * HOUR, now.toISOString()).toBe(true);
  }
});
