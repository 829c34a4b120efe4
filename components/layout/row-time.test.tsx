import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FirstPaintProvider } from './first-paint.ts';
import { RowTime } from './row-time.tsx';

const now = Date.parse('2026-11-23T00:15:00Z');

/** The texts of a row, by the width that shows them. */
function shown(value: string): { wide: string; phone: string } {
  const html = renderToStaticMarkup(
    <FirstPaintProvider value={{ at: now, zone: 'UTC' }}>
      <RowTime value={value} />
    </FirstPaintProvider>,
  );
  const spans = [...html.matchAll(/<span(?: class="([^"]*)")?>([^<]*)<\/span>/g)];
  const at = (hidden: string) =>
    spans
      .filter(([, classes = '']) => !classes.split(' ').includes(hidden))
      .map(([, , text]) => text)
      .join(' · ');
  return { wide: at('sm:hidden'), phone: at('max-sm:hidden') };
}

test.each([
  ['2026-11-23T00:10:00Z', '5 min ago · 00:10', '00:10:00'],
  ['2026-11-22T22:12:00Z', '2 h ago · 22:12', 'Yesterday 22:12'],
  ['2026-11-21T22:12:00Z', 'Sat 22:12', 'Sat 22:12'],
  ['2026-10-03T22:12:00Z', '3 Oct 22:12', '3 Oct 22:12'],
])('a row shows %s as %j, and on a phone as %j', (value, wide, phone) => {
  expect(shown(value)).toEqual({ wide, phone });
});
