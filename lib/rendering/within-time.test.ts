import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { liquid, renderParsed } from '#lib/liquid/engine.ts';
import { tick } from '#lib/liquid/work-clock.ts';
import { leastProcessorTime, processorTime } from '#testing/processor-time.ts';
import { ProcessorBusyError, TimeLimitError, withinRepeatedWork, withinWork } from './within-time.ts';

const sleep = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
const render = (times: number) =>
  renderParsed(liquid(), liquid().parse(`{% for n in (1..${times}) %}{{ n }}{% endfor %}`), {});
const endless = () => {
  for (;;);
};
test('a rendering within its time returns its result or its error', async () => {
  const list = [1];
  expect(await withinWork(1000, () => list)).toBe(list);
  await expect(withinWork(1000, () => JSON.parse('{'))).rejects.toThrow(SyntaxError);
  expect(await withinWork(1000, () => 'and life goes on')).toBe('and life goes on');
});

test.each<[string, () => unknown]>([
  ['an endless loop', endless],
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
])('%s is ended, and the other calls complete', async (_name, work) => {
  const [before, hostile, after] = await Promise.allSettled([
    withinWork(20, () => 'before'),
    withinWork(20, work),
    withinWork(20, () => render(3)),
  ]);
  expect(before).toMatchObject({ value: 'before' });
  expect(hostile).toMatchObject({ reason: expect.any(TimeLimitError) });
  expect(after).toMatchObject({ value: '123' });
});

test('a rendering over its limit ends between two tags, and the next one starts from the beginning', async () => {
  await withinWork(1000, () => render(3));
  const whole = await processorTime(() => render(180_000));
  const worked = await processorTime(() =>
    expect(withinWork(5, () => render(180_000))).rejects.toThrow('longer than 5 ms'),
  );
  expect(worked).toBeLessThan(whole / 4);
  expect(await withinWork(1000, () => render(3))).toBe('123');
  expect(render(100)).toHaveLength(192);
});

test('a rendering without processor time is repeated, and another one is not', async () => {
  let attempts = 0;
  const busyAtFirst = () => {
    attempts++;
    if (attempts === 1) sleep(80);
    return attempts;
  };
  expect(await withinWork(30, busyAtFirst)).toBeGreaterThanOrEqual(2);
  attempts = 0;
  const counted = () => {
    attempts++;
    endless();
  };
  await expect(withinWork(30, counted)).rejects.toThrow(TimeLimitError);
  expect(attempts).toBeLessThanOrEqual(4);
  attempts = 0;
  const wrong = () => {
    attempts++;
    throw new TypeError('no');
  };
  await expect(withinWork(30, wrong)).rejects.toThrow(TypeError);
  expect(attempts).toBe(1);
});

const burn = (milliseconds: number) => {
  const start = process.threadCpuUsage();
  const used = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
  while (used(process.threadCpuUsage(start)) < milliseconds);
};

/** Repeats work that fails while other programs use most of the processor time. */
const eventually = <T>(work: () => Promise<T>) => vi.waitFor(work, { timeout: 60_000, interval: 50 });

test('a rendering that was ended twice without processor time still has enough of its limit', async () => {
  const attempts = await eventually(async () => {
    let begun = 0;
    const busyTwice = () => {
      begun++;
      burn(32);
      if (begun < 3) sleep(1_000);
      return begun;
    };
    return withinWork(90, busyTwice);
  });
  expect(attempts).toBeGreaterThanOrEqual(3);
});

test('a slow rendering is repeated once with twice the time', async () => {
  const done = await eventually(async () => {
    const start = process.threadCpuUsage();
    const slowAtFirst = () => {
      const { user, system } = process.threadCpuUsage(start);
      burn((user + system) / 1000 < 30 ? 90 : 40);
      return 'done';
    };
    return withinRepeatedWork(30, slowAtFirst);
  });
  expect(done).toBe('done');
  const endlessTags = () => {
    for (;;) tick();
  };
  const worked = await leastProcessorTime(60, () =>
    expect(withinRepeatedWork(10, endlessTags)).rejects.toThrow('longer than 20 ms'),
  );
  expect(worked).toBeLessThan(60);
  let attempts = 0;
  const wrong = () => {
    attempts++;
    throw new TypeError('no');
  };
  await expect(withinRepeatedWork(30, wrong)).rejects.toThrow(TypeError);
  expect(attempts).toBe(1);
});

test('a rendering that never gets the processor fails because of a busy machine, not as slow', async () => {
  const [starved, next] = await Promise.allSettled([withinWork(10, () => sleep(60_000)), withinWork(10, () => 'next')]);
  expect(starved).toMatchObject({ reason: expect.any(ProcessorBusyError) });
  expect(next).toMatchObject({ value: 'next' });
});

test('renderings share turns, and the event loop continues between them', async () => {
  const turns: number[] = [];
  let done = 0;
  const all = Array.from({ length: 400 }, () =>
    withinWork(35, () => {
      render(300);
      done++;
    }),
  );
  while (done < all.length) {
    await setImmediate();
    turns.push(done);
  }
  await Promise.all(all);
  const inOne = turns.map((total, at) => total - (turns[at - 1] ?? 0)).filter((count) => count > 0);
  expect(inOne.length).toBeGreaterThan(3);
  expect(inOne.length).toBeLessThan(all.length / 2);
});

test('each call gets its own result, also a call during others', async () => {
  const twice = async (at: number) => [await withinWork(35, () => at), await withinWork(35, () => -at)];
  const results = await Promise.all(Array.from({ length: 300 }, (_, at) => twice(at)));
  expect(results).toEqual(Array.from({ length: 300 }, (_, at) => [at, -at]));
});
