import { Liquid } from 'liquidjs';
import { expect, test } from 'vitest';
import { liquid, renderParsed } from './engine.ts';

const render = (template: string, payload: object = {}) => {
  const engine = liquid();
  return renderParsed(engine, engine.parse(template), { payload });
};
const plain = new Liquid({ timezoneOffset: 0, locale: 'en-US' });

const TIMES = ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '1969-12-31T23:59:59.5Z', 0];
const ZONES = ['"Europe/Berlin"', '"America/St_Johns"', '"Pacific/Apia"', '"UTC"', '-330', '60'];
const FORMAT = '%a %A %b %B %h %d %H:%M:%S.%L %z %:z %Z %s %j %^a %10b %%b %-%b %q %c';

test.each(ZONES)('dates in %s are what the language says', async (zone) => {
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

test('a date in a time zone costs some microseconds', () => {
  const template =
    '{% for n in (1..1000) %}{{ "2026-11-20T09:00:00Z" | date: "%d %b %H:%M", "Europe/Berlin" }}{% endfor %}';
  render(template);
  const start = process.threadCpuUsage();
  expect(render(template)).toBe('20 Nov 10:00'.repeat(1000));
  expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(50);
});
