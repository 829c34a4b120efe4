/** Tests that every parser of texts by people and servers takes linear time. */
import { expect, test } from 'vitest';
import { withoutAddresses } from '#lib/notifications/status/ticket-text.ts';
import { baseUrl } from '#lib/providers/http/base-url.ts';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { assertJson } from './api/body.ts';
import { ApiError } from './api/errors.ts';
import { numberOf } from './conditions/compare.ts';
import { pluralOf } from './liquid/plural.ts';
import { minutesOfDay } from './preferences/time-of-day.ts';
import { redacted, secretsOf } from './providers/exchange.ts';
import { ended } from './reasons/step-summary.ts';
import { plainText } from './rendering/plain-text.ts';
import { isEmail, isLocale } from './subscribers/formats.ts';
import { oneLine } from './text/one-line.ts';
import { isTimeZone } from './time/time-zone.ts';

const LENGTH = 200_000;
const long = (unit: string, length = LENGTH) => unit.repeat(length / unit.length);

const json = (type: string) => {
  try {
    assertJson({ headers: new Headers({ 'content-type': type }) } as Request);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
};

const READ: Record<string, [read: (text: string) => unknown, text: string]> = {
  'a content type of 15 kB': [json, `application/json;charset=utf-8${long(' ', 15_000)}x`],
  'a content type of blanks': [json, `application/json${long('\t')}x`],
  'a number that is none': [numberOf, `${long('1')}x`],
  'a time of day': [minutesOfDay, `9:00${long(' ')}x`],
  'a time of day after blanks': [minutesOfDay, `${long(' ')}9:00${long(' ')}x`],
  'HTML of opened style sheets': [oneLine, long('<style')],
  'HTML of opened brackets': [oneLine, long('<')],
  'HTML of scripts in scripts': [oneLine, `${long('<script')}</style>`],
  'a word of an email address without an end': [withoutAddresses, long('a@')],
  'full stops and at signs': [withoutAddresses, `${long('.')}@${long('@.')}x`],
  'a sentence of full stops': [ended, `${long('.')}x`],
  'an address of slashes': [baseUrl, `${long('/')}x`],
  'a noun': [pluralOf, `${long('a')}1`],
  'HTML of blanks': [plainText, `<pre>${long(' \t')}x</pre>`],
  'a credential of blanks': [(text) => redacted('', [text]), `a${long(' ')}x`],
  'a credential that is an address': [(text) => secretsOf({ url: text }), `https://a.example/${long(' ')}x`],
  'an answer that repeats part of a credential': [
    (text) => redacted(text, [`${'a'.repeat(40_000)}b${'a'.repeat(40_000)}`]),
    long('a'),
  ],
  'an email address': [isEmail, `${long('a.', 64)}@${long('a.')}`],
  'a locale': [isLocale, `en${long('-abcde')}-`],
  'the name of a time zone': [isTimeZone, long('Europe/')],
};

/** Milliseconds of processor time. Quadratic time would be seconds. */
const LIMIT = 150;

test.each(Object.entries(READ))('%s', async (_, [read, text]) => {
  expect(await leastProcessorTime(LIMIT, () => read(text))).toBeLessThan(LIMIT);
});

test('the linear parsers have the results of regular expressions', () => {
  expect(oneLine('<style>a{}</style>x<SCRIPT>1</script><b>y</b> <style>open')).toBe('x y open');
  expect(oneLine('<script>a</script>1<script>b')).toBe('1 b');
  expect(withoutAddresses('To jane.cooper@example.com., <a@b.c> or a@b and @x.y')).not.toMatch(/jane\.cooper|<a@b\.c>/);
  expect(withoutAddresses('a@b and @x.y')).toBe('a@b and @x.y');
  expect(minutesOfDay(' 5:30 pm ')).toBe(17 * 60 + 30);
  expect(baseUrl(' https://a.example/b// ')).toBe('https://a.example/b');
  expect(numberOf(' 1.5e3 ')).toBe(1500);
  expect(numberOf('.')).toBeUndefined();
});
