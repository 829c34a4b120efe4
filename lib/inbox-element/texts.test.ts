// cspell:words archivieren archiwizuj nowa nowe nowych
import { expect, test } from 'vitest';
import { translator, validLanguage } from './texts.ts';

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
