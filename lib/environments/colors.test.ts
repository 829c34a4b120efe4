import { expect, test } from 'vitest';
import { COLORS, nearestColor } from './colors.ts';

test.each([
  ['#1f75fe', 'blue'],
  ['#0af', 'blue'],
  ['#00C853', 'green'],
  ['#ffb300', 'amber'],
  ['#ff0000', 'red'],
  ['#ff0040', 'red'],
  ['#7E52F4', 'violet'],
  ['#808080', 'grey'],
  ['#000', 'grey'],
  ['#ffffff', 'grey'],
])('%s becomes %s', (hex, color) => expect(nearestColor(hex)).toBe(color));

test('a name stays', () => expect(COLORS.map(nearestColor)).toEqual(COLORS));
