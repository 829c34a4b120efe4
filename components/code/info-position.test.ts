import { expect, test } from 'vitest';
import { infoPosition } from './info-position.ts';

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const list = box(40, 300, 260, 200);
const option = box(44, 330, 252, 26);
const info = box(0, 0, 240, 60);

test('the explanation is next to the list, level with the suggestion, where there is room', () => {
  expect(infoPosition(list, option, info, box(0, 0, 1440, 900))).toEqual({
    style: 'top: 30px',
    class: 'cm-completionInfo-right',
  });
  const farRight = box(1140, 300, 260, 200);
  expect(infoPosition(farRight, option, info, box(0, 0, 1440, 900)).class).toBe('cm-completionInfo-left');
});

test('on a phone it is below the list, or above it, and covers no suggestion', () => {
  expect(infoPosition(list, option, info, box(0, 0, 390, 844))).toEqual({ style: 'top: 204px; left: 0' });
  expect(infoPosition(list, option, info, box(0, 0, 390, 520))).toEqual({ style: 'bottom: 204px; left: 0' });
});
