import { expect, test } from 'vitest';
import { liquid, renderParsed } from '#lib/liquid/engine.ts';
import { TimeLimitError, withinTime, withinWork } from './within-time.ts';

const sleep = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

test('work that is done in time gives its result, or its error', () => {
  const list = [1];
  expect(withinTime(1000, () => list)).toBe(list);
  expect(() => withinTime(1000, () => JSON.parse('{'))).toThrow(SyntaxError);
  expect(withinTime(1000, () => withinTime(500, () => 1) + 1)).toBe(2);
});

test.each<[string, () => unknown]>([
  [
    'an endless loop',
    () => {
      for (;;);
    },
  ],
  [
    'one that catches',
    () => {
      for (;;)
        try {
          for (;;);
        } catch {}
    },
  ],
  ['a regular expression that goes back and forth', () => /^(a+)+$/.test(`${'a'.repeat(60)}b`)],
  ['a long sort', () => Array.from({ length: 3_000_000 }, (_, n) => (n * 7919) % 1_000_003).sort((a, b) => a - b)],
])('%s is ended', (_name, work) => {
  expect(() => withinTime(20, work)).toThrow(TimeLimitError);
  expect(withinTime(1000, () => 'and life goes on')).toBe('and life goes on');
});

test('a rendering is ended between two tags when it has worked enough, and the next one begins anew', () => {
  const render = (times: number) =>
    renderParsed(liquid(), liquid().parse(`{% for n in (1..${times}) %}{{ n }}{% endfor %}`), {});
  const start = process.threadCpuUsage();
  expect(() => withinTime(5000, () => render(400_000), 5)).toThrow('longer than 5 ms');
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(50);
  expect(withinTime(5000, () => render(3), 1000)).toBe('123');
  expect(render(100)).toHaveLength(192);
});

test('work that did not get the processor is tried again; work that did is not', async () => {
  let attempts = 0;
  const busyAtFirst = () => {
    attempts++;
    if (attempts < 3) sleep(40);
    return attempts;
  };
  expect(await withinWork(30, busyAtFirst)).toBe(2);
  attempts = 0;
  const endless = () => {
    attempts++;
    for (;;);
  };
  await expect(withinWork(30, endless)).rejects.toThrow(TimeLimitError);
  expect(attempts).toBeLessThanOrEqual(4);
  await expect(
    withinWork(30, () => {
      attempts++;
      throw new TypeError('no');
    }),
  ).rejects.toThrow(TypeError);
});
