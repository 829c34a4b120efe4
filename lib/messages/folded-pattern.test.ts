import fc from 'fast-check';
import { expect, test } from 'vitest';
import { execute } from '#lib/postgres/db.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { leastElapsedTime } from '#testing/processor-time.ts';
import { foldedPattern } from './folded-pattern.ts';

ownScratchDatabase();

async function finds(query: string, text: string): Promise<boolean> {
  const [row] = await execute<{ found: boolean }>('SELECT $1::text ~ $2 AS found', [text, await foldedPattern(query)]);
  return row?.found ?? false;
}

test.each([
  ['jurgen', 'Guten Tag, JÜRGEN!', true],
  ['Jürgen', 'an jurgen@shop.example', true],
  ['strasse', 'Lange Straße 7', true],
  ['Straße', 'LANGE STRASSE', true],
  ['aerø', 'ÆRØ', true],
  ['Zoë', 'Zoe\u0308', true],
  ['Zoe\u0308', 'ZOË', true],
  ['lodz', 'Łódź', true],
  ['dont', 'We don’t know', true],
  ["don't", 'We don’t know', true],
  ['αθηνα', 'Αθήνα', true],
  ['КИЇВ', 'київ', true],
  ['東京', '東京都', true],
  ['parcel', 'Parcel 7', true],
  ['100%', '100% off', true],
  ['100%', '1000', false],
  ['a.c', 'abc', false],
  ['[x]^\\d-$(?i)|*', '“[X]^\\D-$(?I)|*”', true],
  ['***=a', 'a', false],
  ['two  words', 'Two  Words', true],
  ['jorgen', 'Jürgen', false],
])('%j in %j: %s', async (query, text, found) => expect(await finds(query, text)).toBe(found));

test('equal texts of the subscriber search are equal in the message search', async () => {
  const rows = await execute<{ letter: string; folded: string }>(
    `SELECT chr(n) AS letter, trim(search_fold(chr(n))) AS folded FROM generate_series(192, 591) n WHERE chr(n) ~ '[[:alpha:]]'`,
  );
  expect(rows.length).toBeGreaterThan(350);
  const missed: string[] = [];
  for (const { letter, folded } of rows)
    if (!(await finds(`x${folded}y`, `X${letter}Y`)) || !(await finds(`x${letter}y`, `X${folded}Y`)))
      missed.push(letter);
  expect(missed).toEqual([]);
});

const UNITS = fc.oneof(
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }).filter((unit) => unit !== '\0'),
  fc.constantFrom('ä', 'ß', 'ss', 'Ø', 'Ω', 'ς', 'Й', 'İ', 'ǆ', '山', '👩', '\u0308', '’', '“', '\u00a0'),
);

test('every text matches itself', async () => {
  const texts = fc.array(UNITS, { minLength: 1, maxLength: 12 }).map((units) => units.join(''));
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect(await finds(text, `(${text})`)).toBe(true);
    }),
  );
});

test('the longest query is answered within 2 s', async () => {
  const query = 'äe'.repeat(127);
  const text = 'aé'.repeat(2_000);
  const search = async () => [await finds(query, text), await finds(`${query}x`, text)];
  expect(await search()).toEqual([true, false]);
  expect(await leastElapsedTime(2_000, search)).toBeLessThan(2_000);
});
