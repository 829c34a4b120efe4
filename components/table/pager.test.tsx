import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CursorPager, countedPage, countText, NumberPager, pageSummary, TrailPager } from './pager.tsx';

const rows = (count: number) => Array.from({ length: count });
const noun = ['message', 'messages'] as const;

describe('the text of a page', () => {
  test.each([
    ['the only page', countedPage(0, 30, rows(12), 12), '12 messages'],
    ['one row', countedPage(0, 30, rows(1), 1), '1 message'],
    ['a page of several', countedPage(1, 30, rows(30), 2013), '31–60 of 2,013 messages'],
    ['the only page of an unknown number', { page: 0, pageSize: 30, hasMore: false, data: rows(6) }, '6 messages'],
    ['a page of an unknown number', { page: 1, pageSize: 30, hasMore: true, data: rows(30) }, '31–60'],
  ])('%s', (_name, page, summary) => {
    expect(pageSummary(page, noun)).toBe(summary);
  });
});

test('a count that stopped at its limit is marked', () => {
  const page = { next: null, previous: null, totalCount: 50_000, totalCountCapped: true };
  expect(countText(page, noun)).toBe('More than 50,000 messages');
  expect(countText({ ...page, totalCount: 1, totalCountCapped: false }, noun)).toBe('1 message');
});

describe('the buttons', () => {
  const nothing = () => undefined;
  const buttons = (markup: string) => markup.match(/<button/g)?.length ?? 0;

  test('are absent if there is one page', () => {
    const page = { next: null, previous: null, totalCount: 3, totalCountCapped: false };
    for (const pager of [
      <NumberPager key="n" page={countedPage(0, 30, rows(3), 3)} noun={noun} onMove={nothing} />,
      <CursorPager key="c" page={page} noun={noun} onMove={nothing} />,
      <TrailPager key="t" count={3} trail={[]} next={null} noun={noun} onMove={nothing} />,
    ]) {
      const markup = renderToStaticMarkup(pager);
      expect(markup).toContain('3 messages');
      expect(buttons(markup)).toBe(0);
    }
  });

  test('are both shown if there are several pages, and a disabled one has a reason', () => {
    const last = renderToStaticMarkup(
      <NumberPager page={countedPage(1, 30, rows(1), 31)} noun={noun} onMove={nothing} />,
    );
    expect(buttons(last)).toBe(2);
    expect(last).toContain('This is the last page');
    const middle = renderToStaticMarkup(<TrailPager count={50} trail={['a']} next="b" noun={noun} onMove={nothing} />);
    expect(middle).toContain('Page 2');
    expect(middle).not.toContain('aria-disabled="true"');
  });
});
