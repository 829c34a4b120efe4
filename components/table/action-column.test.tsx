import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ActionCell, actionColumn } from './action-column.tsx';

/** The padding of the last cell on phones, and the width of a small button with an icon on touch screens. */
const NEEDED = 8 + 16 + 40;

test('the column has room for its button, and its cell keeps the height before the button is loaded', () => {
  expect(Number.parseInt(actionColumn.meta.width, 10)).toBeGreaterThanOrEqual(NEEDED);
  expect(renderToStaticMarkup(<ActionCell>{null}</ActionCell>)).toMatch(/^<div class="control-sm /);
});
