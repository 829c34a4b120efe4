import { expect, test } from 'vitest';
import { GatheredChanges } from './gathered-changes.ts';

test('each run is listed once, as new or as changed', () => {
  const changes = new GatheredChanges();
  changes.add('changed', ['a', 'b', 'a']);
  changes.add('created', ['b', 'c']);
  changes.add('changed', ['c']);
  expect(changes.take()).toEqual({ created: ['b', 'c'], changed: ['a'], more: false });
  expect(changes.isEmpty).toBe(true);
});

test('more than 250 runs are only marked, and a full message fits into a NOTIFY', () => {
  const changes = new GatheredChanges();
  const ids = Array.from({ length: 400 }, (_, at) => at.toString(16).padStart(24, '0'));
  changes.add('created', ids.slice(0, 200));
  changes.addAll({ created: [], changed: ids.slice(200), more: false });
  const taken = changes.take();
  expect(taken).toEqual({ created: ids.slice(0, 200), changed: ids.slice(200, 250), more: true });
  expect(JSON.stringify({ environmentId: ids[0], ...taken }).length).toBeLessThan(8_000);
  expect(changes.take()).toEqual({ created: [], changed: [], more: false });
});
