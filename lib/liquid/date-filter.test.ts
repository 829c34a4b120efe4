import { execFileSync } from 'node:child_process';
import { Liquid } from 'liquidjs';
import { describe, expect, test } from 'vitest';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { liquid, renderParsed } from './engine.ts';

const render = (template: string, payload: object = {}, timezone?: unknown) => {
  const engine = liquid();
  return renderParsed(engine, engine.parse(template), { payload, subscriber: { timezone } });
};
const plain = new Liquid({ timezoneOffset: 0, locale: 'en-US' });

const TIMES = ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '1969-12-31T23:59:59.5Z', 0];
const ZONES = ['"Europe/Berlin"', '"America/St_Johns"', '"Pacific/Apia"', '"UTC"', '-330', '60'];
const FORMAT = '%a %A %b %B %h %d %H:%M:%S.%L %z %:z %Z %s %j %^a %10b %%b %-%b %q %c';

test.each(ZONES)('dates in %s follow the language', async (zone) => {
  for (const time of [...TIMES, 'no date', '1767225600', null]) {
    const template = `{{ payload.time | date: "${FORMAT}", ${zone} }}`;
    expect(render(template, { time })).toBe(await plain.parseAndRender(template, { payload: { time } }));
  }
});

test('a wrong time zone in a variable is UTC', () => {
  for (const zone of ['Europe/Berlim', '', true, {}, 'x'.repeat(100)]) {
    expect(render('{{ 0 | date: "%d %b %H:%M", payload.zone }}', { zone })).toBe('01 Jan 00:00');
  }
});

test('a date in a time zone takes microseconds', async () => {
  const template =
    '{% for n in (1..1000) %}{{ "2026-11-20T09:00:00Z" | date: "%d %b %H:%M", "Europe/Berlin" }}{% endfor %}';
  expect(render(template)).toBe('20 Nov 10:00'.repeat(1000));
  expect(await leastProcessorTime(50, () => render(template))).toBeLessThan(50);
});

const MINUTE = '%Y-%m-%d %H:%M';

describe('a date without a zone is in the recipient’s zone', () => {
  test.each([
    ['2026-11-26 00:00:00', undefined, undefined, '2026-11-26 00:00'],
    ['2026-11-26 00:00:00', 'Europe/Berlin', undefined, '2026-11-26 00:00'],
    ['2026-11-26', 'America/New_York', undefined, '2026-11-26 00:00'],
    ['26 Nov 2026 10:00', 'Asia/Tokyo', undefined, '2026-11-26 10:00'],
    ['November 26, 2026 10:00 PM', 'Asia/Tokyo', undefined, '2026-11-26 22:00'],
    ['2026-11-26T10:00', 'no zone', undefined, '2026-11-26 10:00'],
    ['2026-11-26T10:00', 'Europe/Berlin', 'Europe/Berlin', '2026-11-26 10:00'],
    ['2026-11-26T10:00', 'Europe/Berlin', 'America/New_York', '2026-11-26 04:00'],
    ['2026-11-26T10:00', 'Europe/Berlin', 'UTC', '2026-11-26 09:00'],
    ['2026-11-26T10:00', undefined, 'Europe/Berlin', '2026-11-26 11:00'],
    ['2026-11-26', 'America/New_York', 'America/New_York', '2026-11-26 00:00'],
    // A time that occurs twice means the first occurrence. A time that the clock skips moves forward by the skipped
    // duration.
    ['2026-10-25 02:30', 'Europe/Berlin', 'UTC', '2026-10-25 00:30'],
    ['2026-03-29 02:30', 'Europe/Berlin', 'UTC', '2026-03-29 01:30'],
    ['2026-03-29 12:00', 'Europe/Berlin', 'UTC', '2026-03-29 10:00'],
    ['2026-03-28 12:00', 'Europe/Berlin', 'UTC', '2026-03-28 11:00'],
    ['2026-11-26 00:00', 'Pacific/Kiritimati', 'UTC', '2026-11-25 10:00'],
    // Dates with a zone
    ['2026-11-26T10:00:00Z', 'Europe/Berlin', undefined, '2026-11-26 10:00'],
    ['2026-11-26 10:00:00 UTC', 'Europe/Berlin', undefined, '2026-11-26 10:00'],
    ['2026-11-26T10:00:00+02:00', 'Europe/Berlin', undefined, '2026-11-26 08:00'],
    ['Thu, 26 Nov 2026 10:00:00 +0200', 'Europe/Berlin', undefined, '2026-11-26 08:00'],
    ['Thu Nov 26 2026 10:00:00 GMT+0100 (Central European Standard Time)', 'Asia/Tokyo', undefined, '2026-11-26 09:00'],
    ['26 Nov 2026 10:00 EST', 'Europe/Berlin', undefined, '2026-11-26 15:00'],
  ])('%s for %s in %s: %s', (at, timezone, zone, expected) => {
    const argument = zone === undefined ? '' : `, "${zone}"`;
    expect(render(`{{ payload.at | date: "${MINUTE}"${argument} }}`, { at }, timezone)).toBe(expected);
  });

  test('with its offset, also in the filters of fixed formats', () => {
    const show = (filter: string) => render(`{{ payload.at | ${filter} }}`, { at: '2026-11-26' }, 'Asia/Tokyo');
    expect(show('date: "%Y-%m-%d %z %s"')).toBe(`2026-11-26 +0900 ${Date.UTC(2026, 10, 25, 15) / 1000}`);
    expect(show('date_to_xmlschema')).toBe('2026-11-26T00:00:00+09:00');
    expect(show('date_to_rfc822')).toBe('Thu, 26 Nov 2026 00:00:00 +0900');
    expect(show('date_to_string')).toBe('26 Nov 2026');
    expect(show('date_to_string: "ordinal"')).toBe('26th Nov 2026');
    expect(show('date_to_long_string: "ordinal", "US"')).toBe('November 26th, 2026');
    expect(render('{{ "no date" | date_to_string }}{{ payload.nothing | date_to_xmlschema }}')).toBe('no date');
  });
});

test('whatever the zone of the machine', () => {
  const template = [
    '{{ "2026-11-26 00:00:00" | date: "%Y-%m-%d" }}',
    '{{ "2026-11-26 00:00:00" | date_to_xmlschema }}',
    '{{ "2026-03-29T01:30:00Z" | date: "%H:%M %z" }}',
    '{{ "26 Nov 2026" | date_to_string }}',
  ].join(' ');
  const program = `
    import { liquid, renderParsed } from '#lib/liquid/engine.ts';
    process.stdout.write(renderParsed(liquid(), liquid().parse(${JSON.stringify(template)}), {}));`;
  const shown = (TZ: string) => {
    const env = { NODE_ENV: 'test' as const, TZ };
    return execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' });
  };
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Pacific/Apia']) {
    expect(shown(zone)).toBe('2026-11-26 2026-11-26T00:00:00+00:00 01:30 +0000 26 Nov 2026');
  }
});
