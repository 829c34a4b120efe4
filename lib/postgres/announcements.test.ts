import { expect, test, vi } from 'vitest';
import { logger } from '#lib/logger.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { announce, listenTo } from './announcements.ts';

ownScratchDatabase();

test('a failing listener affects neither other listeners nor later messages', async () => {
  const warn = vi.spyOn(logger(), 'warn').mockImplementation(() => undefined);
  const heard: string[] = [];
  let connected = 0;
  listenTo('belfry_test', {
    onMessage: (payload) => JSON.parse(payload),
    onConnect() {
      connected++;
    },
  });
  listenTo('belfry_test', { onMessage: (payload) => heard.push(payload) });
  await expect.poll(() => connected).toBe(1);
  announce('belfry_test', 'no JSON');
  await expect.poll(() => heard).toEqual(['no JSON']);
  announce('belfry_test', '{}');
  await expect.poll(() => heard).toEqual(['no JSON', '{}']);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ channel: 'belfry_test' }), expect.any(String));
});
