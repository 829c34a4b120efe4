import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FoldButton } from './fold-button.tsx';

const drawn = (open: boolean, mark?: 'start' | 'end') =>
  renderToStaticMarkup(
    <FoldButton open={open} onFold={() => undefined} mark={mark}>
      Details
    </FoldButton>,
  );

test('a fold button exposes its state, and its chevron points the same way', () => {
  expect(drawn(false)).toMatch(/aria-expanded="false"/);
  expect(drawn(false)).not.toMatch('rotate-90');
  expect(drawn(true)).toMatch(/aria-expanded="true".*rotate-90/);
});

test('the chevron is before or after the text', () => {
  expect(drawn(true)).toMatch(/<svg.*<\/svg>Details/);
  expect(drawn(true, 'end')).toMatch(/Details<svg/);
});
