import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FoldButton } from './fold-button.tsx';

const drawn = (open: boolean, mark?: 'start' | 'end') =>
  renderToStaticMarkup(
    <FoldButton open={open} onFold={() => undefined} mark={mark}>
      Details
    </FoldButton>,
  );

test('it says whether it is open, and its chevron points there', () => {
  expect(drawn(false)).toMatch(/aria-expanded="false"/);
  expect(drawn(false)).not.toMatch('rotate-90');
  expect(drawn(true)).toMatch(/aria-expanded="true".*rotate-90/);
});

test('the chevron stands before or after the text', () => {
  expect(drawn(true)).toMatch(/<svg.*<\/svg>Details/);
  expect(drawn(true, 'end')).toMatch(/Details<svg/);
});
