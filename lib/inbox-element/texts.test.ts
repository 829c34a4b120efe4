// cspell:words archivieren archiwizuj nowa nowe nowych
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en, type Text } from './english.ts';
import { textsOf, translator, validLanguage } from './texts.ts';

test('a language has its texts, and others have English ones', () => {
  expect(translator('de-AT')('archive')).toBe('Archivieren');
  expect(translator('fr')('archive')).toBe('Archive');
});

test('texts of the page override single entries, with forms by number', () => {
  const t = translator('pl', {
    archive: 'Archiwizuj',
    arrivedMany: { one: '{count} nowa', few: '{count} nowe', other: '{count} nowych' },
  });
  expect(t('archive')).toBe('Archiwizuj');
  expect([1, 2, 5].map((count) => t('arrivedMany', { count }))).toEqual(['1 nowa', '2 nowe', '5 nowych']);
  expect(t('unread')).toBe('Unread');
});

test('values are inserted once, also if they look like places', () => {
  expect(translator('en')('arrived', { subject: '{count} $& {subject}' })).toBe(
    'New notification: {count} $& {subject}',
  );
});

test('the first valid language counts', () => {
  expect(validLanguage(null, '', 'not a tag', 'de-CH', 'en')).toBe('de-CH');
  expect(validLanguage('x_y')).toBe('en');
});

test('entries that are not texts are left out, and named', () => {
  const valid = { archive: 'Archiwizuj', arrivedMany: { one: '{count} x', other: '{count} y' } };
  expect(textsOf(valid)).toEqual({ texts: valid });
  const wrong = { inbox: null, unread: 5, close: { one: 'x' }, back: { other: 5 }, list: ['x'] };
  expect(textsOf({ ...wrong, ...valid })).toEqual({
    texts: valid,
    problem: 'texts has entries that are not texts: inbox, unread, close, back, list',
  });
  expect([textsOf(null), textsOf(undefined)]).toEqual([{ texts: {} }, { texts: {} }]);
  expect(textsOf('x')).toEqual({ texts: {}, problem: 'texts is not an object' });
});

test('the guide has every key with its English text', () => {
  const guide = readFileSync('docs/guides/inbox-element.md', 'utf8');
  const [, table = ''] = guide.split('| key | English |\n|---|---|\n');
  const shown = (text: Text) => [...new Set(typeof text === 'string' ? [text] : Object.values(text))].join(' / ');
  const rows = Object.entries(en).map(([key, text]) => `| \`${key}\` | ${shown(text)} |\n`);
  expect(table).toBe(rows.join(''));
});
