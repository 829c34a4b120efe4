import { expect, test } from 'vitest';
import { PROVIDERS } from '#lib/providers/catalogue.ts';
import { inkOn, luminance } from './ink-on.ts';

test('the letter of every tile can be read', () => {
  const colored = PROVIDERS.flatMap(({ id, color }) => (color ? [{ id, color }] : []));
  expect(colored.length).toBeGreaterThan(40);
  for (const { id, color } of colored) {
    expect(color, id).toMatch(/^#[0-9a-f]{6}$/);
    const [one, other] = [luminance(color), inkOn(color) === 'white' ? 1 : 0];
    expect((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05), id).toBeGreaterThanOrEqual(3);
  }
});

test('white is taken where it can be', () => {
  expect(['#000000', '#5865f2', '#ffffff', '#ffde00'].map(inkOn)).toEqual(['white', 'white', 'black', 'black']);
});
