import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useLastGood } from './use-last-good.ts';

type Answer = readonly [name: string, read: { data: string | undefined; isPlaceholderData: boolean }];

const FAILED = { data: undefined, isPlaceholderData: false };

/** Uses one result per render, because a change of state during rendering causes another render. */
function Page({ answers }: { answers: Answer[] }) {
  const [name, read] = (answers.length > 1 ? answers.shift() : answers[0]) ?? ['', FAILED];
  return useLastGood(read, name) ?? 'nothing';
}

const shown = (...answers: Answer[]) => renderToStaticMarkup(<Page answers={answers} />);

test('a failed read keeps the last rows of the same list', () => {
  expect(shown(['list', { data: 'rows', isPlaceholderData: false }], ['list', FAILED])).toBe('rows');
});

test('a failed read does not keep the rows of another list', () => {
  expect(shown(['list', { data: 'rows', isPlaceholderData: false }], ['other list', FAILED])).toBe('nothing');
  expect(shown(['list', { data: 'rows', isPlaceholderData: true }])).toBe('rows');
});
