import { expect, test } from 'vitest';
import { isTimeZone } from '#lib/time/time-zone.ts';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { isEmail, isLocale } from './formats.ts';

test.each([
  'jane@example.com',
  'jane.doe+tag@mail.example.co.uk',
  "o'brien@example.ie",
  'jürgen@bücher.example',
  '"quoted local"@example.com',
  '用户@例子.公司',
  'a@xn--bcher-kva.example',
  `${'a'.repeat(64)}@example.com`,
])('%s is an email address', (value) => expect(isEmail(value)).toBe(true));

test.each([
  '',
  'jane',
  '@example.com',
  'jane@',
  'jane@localhost',
  'jane@@example.com',
  'jane doe@example.com',
  '.jane@example.com',
  'jane.@example.com',
  'ja..ne@example.com',
  'jane@example..com',
  'jane@-example.com',
  'jane@example-.com',
  'jane@example.com-',
  'jane@example.c',
  'jane@exam_ple.com',
  'jane@example.com\n',
  '<jane@example.com>',
  'a@b.example,c@d.example',
  `${'a'.repeat(65)}@example.com`,
])('%j is not an email address', (value) => expect(isEmail(value)).toBe(false));

test.each([
  'en',
  'en-US',
  'en_US',
  'zh-Hans-CN',
  'es-419',
  'de-DE-1996',
  'sl-rozaj-biske',
  'en-US-u-ca-buddhist',
  'fil',
])('%s is a locale', (value) => expect(isLocale(value)).toBe(true));

test.each(['', 'e', '-en', 'en-', 'en--US', 'en US', 'en-US.UTF-8', 'english (US)', '12', 'en-x', 'en\n'])(
  '%j is not a locale',
  (value) => expect(isLocale(value)).toBe(false),
);

test.each(['Europe/Berlin', 'UTC', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
  '%s is a time zone',
  (value) => {
    expect(isTimeZone(value)).toBe(true);
    expect(isTimeZone(value)).toBe(true);
  },
);

test.each(['', 'Mars/Phobos', '+01:00', '-0500', 'Europe/Berlin ', 'Berlin', '__proto__'])(
  '%j is not a time zone',
  (value) => expect(isTimeZone(value)).toBe(false),
);

test('a long hostile value is checked quickly', async () => {
  const judged = () => {
    for (const value of [`${'a.'.repeat(32)}@`, `a@${'a-'.repeat(126)}`, `a@${'a.'.repeat(126)}`]) isEmail(value);
    for (const value of ['a-a'.repeat(21), `aa${'-aaaa'.repeat(12)}`, `en-a${'-aa'.repeat(20)}!`]) isLocale(value);
  };
  expect(await leastProcessorTime(100, judged)).toBeLessThan(100);
});
