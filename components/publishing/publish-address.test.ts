import { createLoader } from 'nuqs/server';
import { expect, test } from 'vitest';
import { publishAddress } from './publish-address.ts';
import { publishParsers } from './publish-query.ts';

test('the page reads the same selection from the address that was written into it', () => {
  const preset = { target: 'stage', workflows: ['a,b', 'c&d'], layouts: ['house'] };
  const { search } = new URL(publishAddress('/development', preset), 'http://localhost');
  const read = createLoader(publishParsers)(search);
  expect(read).toMatchObject(preset);
  expect(publishAddress('/development')).toBe('/development/publish');
});
