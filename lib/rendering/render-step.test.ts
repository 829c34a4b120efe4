import { describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '#lib/json/values.ts';
import { markupLiquid } from '#lib/liquid/engine.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { STEPS } from '#lib/steps/index.ts';
import { renderStep } from './render-step.ts';

const NOW = new Date('2026-03-05T14:07:09.000Z');
const VARIABLES = {
  subscriber: { firstName: 'Jane', timezone: 'America/New_York' },
  payload: {
    name: 'Tom & "Jerry"',
    count: 3,
    flag: false,
    items: [{ a: 1 }, { a: 2 }],
    url: 'https://a.example/x',
    bad: 'javascript:alert(1)',
    window: { amount: 5, unit: 'minutes' },
    orderId: 'o-1',
  },
};

const render = (type: WorkflowStepType, controls: JsonObject, variables: JsonObject = VARIABLES) =>
  renderStep({ type, controls, variables, now: NOW });
const output = async (type: WorkflowStepType, controls: JsonObject) => {
  const rendered = await render(type, controls);
  expect(rendered.problem).toBeUndefined();
  return JSON.parse(JSON.stringify(rendered.output));
};

test('every step type can be rendered without controls and with its draft', async () => {
  for (const [type, { draft }] of Object.entries(STEPS) as [WorkflowStepType, { draft?: JsonObject }][]) {
    expect((await render(type, {})).problem).toBeUndefined();
    expect((await render(type, { ...draft })).problem).toBeUndefined();
  }
});

test('given controls and variables stay unchanged, and the output omits skip', async () => {
  const controls = { body: '{% increment n %}{{ payload.name }}', skip: { '==': [1, 1] } };
  const before = structuredClone({ controls, VARIABLES });
  expect(await output('chat', controls)).toEqual({ body: '0Tom & "Jerry"' });
  expect({ controls, VARIABLES }).toEqual(before);
});

test('controls of a wrong type do no harm', async () => {
  for (const type of Object.keys(STEPS) as WorkflowStepType[]) {
    const controls = {
      subject: 5,
      body: { a: '{{ x }}' },
      url: [],
      headers: 'x',
      data: 'x',
      redirect: 'x',
      primaryAction: 1,
      cron: 7,
      custom: [],
      digestKey: {},
      layoutId: 4,
    };
    expect((await render(type, controls)).problem).toBeUndefined();
  }
});

describe('email', () => {
  test('a subject is one line; the text is sent with the HTML', async () => {
    const controls = {
      subject: 'Hi\r\nBcc: x@y.example {{ payload.name }}',
      body: '<p>Hi <b>{{ payload.name }}</b></p>',
      editorType: 'html',
    };
    expect(await output('email', controls)).toEqual({
      subject: 'Hi Bcc: x@y.example Tom & "Jerry"',
      body: '<p>Hi <b>Tom &amp; "Jerry"</b></p>',
      text: 'Hi Tom & "Jerry"',
    });
  });
});

describe('in-app', () => {
  test('subject and body are HTML, addresses are checked, data keeps its types', async () => {
    const controls = {
      subject: '{{ payload.name }}',
      body: '<b onclick="x">{{ payload.name }}</b>',
      avatar: '{{ payload.url }}',
      primaryAction: {
        label: 'Open {{ payload.count }}',
        redirect: { url: '/orders/{{ payload.orderId }}', target: '_self' },
      },
      secondaryAction: { label: 'Nowhere', redirect: { url: '{{ payload.none }}' } },
      redirect: { url: '{{ payload.none }}' },
      data: {
        items: '{{ payload.items }}',
        count: '{{ payload.count }}',
        flag: '{{payload.flag}}',
        text: 'n={{ payload.count }}',
        none: '{{ payload.none }}',
        deep: [{ x: '{{ payload.orderId }}' }],
        number: 4,
      },
    };
    expect(await output('in_app', controls)).toEqual({
      subject: 'Tom & "Jerry"',
      body: '<b>Tom & "Jerry"</b>',
      avatar: 'https://a.example/x',
      primaryAction: { label: 'Open 3', redirect: { url: '/orders/o-1', target: '_self' } },
      secondaryAction: { label: 'Nowhere' },
      data: {
        items: [{ a: 1 }, { a: 2 }],
        count: 3,
        flag: false,
        text: 'n=3',
        none: '',
        deep: [{ x: 'o-1' }],
        number: 4,
      },
    });
  });

  test.each([
    '{{ payload.bad }}',
    '//evil.example',
    'ftp://a.example',
    'https://',
    'mailto:a@b.example',
    '/\\evil.example',
  ])('the address %s is left out and reported', async (url) => {
    const { output, problem } = await render('in_app', { body: 'Hi', redirect: { url } });
    expect(output).toEqual({ body: 'Hi' });
    expect(problem).toMatchObject({
      control: 'redirect.url',
      message: expect.stringContaining('in the field redirect.url is not an address'),
    });
  });
});

describe('SMS', () => {
  test.each([
    ['Hello', { count: 1, encoding: 'GSM-7', characters: 5, remaining: 155 }],
    ['x'.repeat(160), { count: 1, encoding: 'GSM-7', characters: 160, remaining: 0 }],
    ['x'.repeat(161), { count: 2, encoding: 'GSM-7', characters: 161, remaining: 145 }],
    ['Привет', { count: 1, encoding: 'UCS-2', characters: 6, remaining: 64 }],
    ['', { count: 0, encoding: 'GSM-7', characters: 0, remaining: 0 }],
  ])('segments of %j', async (body, segments) => {
    expect(await output('sms', { body })).toEqual({ body, segments });
  });
});

test('push and chat are plain text', async () => {
  expect(await output('push', { subject: '<b>{{ payload.name }}</b>', body: 'x' })).toEqual({
    subject: '<b>Tom & "Jerry"</b>',
    body: 'x',
  });
  expect(await output('chat', { body: '*{{ payload.name }}*' })).toEqual({ body: '*Tom & "Jerry"*' });
});

describe('times', () => {
  test('show the end and the key of a digest', async () => {
    const controls = { type: 'regular', amount: 2, unit: 'hours', digestKey: 'payload.orderId' };
    expect(await output('digest', controls)).toEqual({
      ...controls,
      until: '2026-03-05T16:07:09.000Z',
      digestValue: 'o-1',
    });
    expect(await output('digest', { amount: 1, unit: 'months', digestKey: 'orderId' })).toMatchObject({
      // The time of day is the same in New York, where the clocks change on 8 March.
      until: '2026-04-05T13:07:09.000Z',
      digestValue: 'o-1',
    });
  });

  test('show the next time of a schedule in the time zone of the subscriber', async () => {
    const cron = '0 9 * * 1';
    expect(await output('digest', { type: 'timed', cron })).toEqual({
      type: 'timed',
      cron,
      next: { at: '2026-03-09T13:00:00.000Z', timezone: 'America/New_York' },
    });
    expect(await render('delay', { type: 'timed', cron }, { subscriber: { timezone: 'Nowhere/Land' } })).toMatchObject({
      output: { next: { at: '2026-03-09T09:00:00.000Z', timezone: 'UTC' } },
    });
    expect(await output('delay', { type: 'timed', cron: 'whenever' })).toEqual({ type: 'timed', cron: 'whenever' });
  });

  test('show the end of a delay', async () => {
    expect(await output('delay', { type: 'regular', amount: 3, unit: 'days' })).toEqual({
      type: 'regular',
      amount: 3,
      unit: 'days',
      until: '2026-03-08T14:07:09.000Z',
    });
  });

  test('show the window and the group of a throttle', async () => {
    expect(
      await output('throttle', { type: 'fixed', amount: 1, unit: 'hours', throttleKey: '{{ payload.orderId }}' }),
    ).toEqual({
      type: 'fixed',
      amount: 1,
      unit: 'hours',
      until: '2026-03-05T15:07:09.000Z',
      threshold: 1,
      throttleKey: '{{ payload.orderId }}',
      throttleValue: 'o-1',
    });
    expect(await output('throttle', { type: 'dynamic', dynamicKey: 'payload.window', threshold: 2 })).toEqual({
      type: 'dynamic',
      dynamicKey: 'payload.window',
      window: { amount: 5, unit: 'minutes' },
      threshold: 2,
    });
  });
});

describe('HTTP requests', () => {
  test('keep values of a JSON body within their text', async () => {
    const controls = {
      method: 'POST',
      url: 'https://a.example/{{ payload.orderId }}',
      headers: [
        { key: 'x-name', value: '{{ payload.name }}' },
        { key: '', value: 'dropped' },
      ],
      body: '{"name":"{{ payload.name }}","items":{{ payload.items }},"count":{{ payload.count }},"whole":{{ payload.name | json }}}',
    };
    const rendered = await output('http_request', controls);
    expect(rendered).toMatchObject({
      method: 'POST',
      url: 'https://a.example/o-1',
      headers: { 'x-name': 'Tom & "Jerry"' },
    });
    expect(JSON.parse(rendered.body)).toEqual({
      name: 'Tom & "Jerry"',
      items: [{ a: 1 }, { a: 2 }],
      count: 3,
      whole: 'Tom & "Jerry"',
    });
  });

  test('prevent a value from starting another header', async () => {
    const headers = [{ key: 'x-a', value: 'b{{ "\r\nX-Evil: 1" }}\0' }];
    expect((await output('http_request', { url: 'https://a.example', headers })).headers).toEqual({
      'x-a': 'b X-Evil: 1 ',
    });
  });

  test('convert pairs to an object', async () => {
    const body = [{ key: 'name', value: '{{ payload.name }}' }];
    expect(await output('http_request', { url: 'https://a.example', body })).toMatchObject({
      body: { name: 'Tom & "Jerry"' },
    });
  });

  test('report a body that is not JSON', async () => {
    const { problem } = await render('http_request', { url: 'https://a.example', body: '{"a": {{ payload.none }}}' });
    expect(problem).toMatchObject({ control: 'body', message: expect.stringContaining('JSON') });
  });

  test.each([
    [200, ''],
    [201, '…'],
  ])('show at most 200 characters of a body that is not JSON: %i', async (length, end) => {
    const body = `{${'a'.repeat(length - 1)}`;
    const { problem } = await render('http_request', { url: 'https://a.example', body });
    expect(problem?.message).toBe(
      `The text with its variables filled in is not valid JSON: ${body.slice(0, 200)}${end}`,
    );
  });

  test('require a full address', async () => {
    const { output, problem } = await render('http_request', { url: '/orders' });
    expect(problem).toMatchObject({ control: 'url' });
    expect(output).toMatchObject({ url: '' });
  });
});

test('custom data keeps its types at every depth', async () => {
  expect(await output('custom', { custom: { a: { b: ['{{ payload.items }}', '{{ payload.flag }}'] } } })).toEqual({
    custom: { a: { b: [[{ a: 1 }, { a: 2 }], false] } },
  });
});

test('one control with an error does not hide the others', async () => {
  const { output, problem } = await render('push', {
    subject: '{{ payload.count }}',
    body: '{{ payload.name | nope }}',
  });
  expect(output).toEqual({ subject: '3', body: '' });
  expect(problem).toEqual({
    title: 'body has an error in its Liquid',
    message: 'Undefined filter: nope (line 1, column 1).',
    hint: 'Correct the Liquid at the named place.',
    control: 'body',
  });
});

test('a digest of a thousand styled rows is rendered, with more time if needed', async () => {
  const events = Array.from({ length: 1000 }, (_, n) => ({
    id: `o-${n}`,
    time: '2026-11-20T09:00:00Z',
    payload: { name: `Order ${n}`, price: n / 7 },
  }));
  const row =
    '<tr><td style="padding:8px;color:#333"><a href="https://a.example/{{ e.id }}">{{ e.payload.name }}</a></td><td>{{ e.payload.price | times: 1.19 | round: 2 }}</td><td>{{ e.time | date: "%d %b %H:%M", "Europe/Berlin" }}</td></tr>';
  const body = `<table>{% for e in steps.digest.events %}${row}{% endfor %}</table>`;
  const step = { type: 'email' as const, controls: { subject: 'x', body, editorType: 'html' }, now: NOW };
  const variables = { steps: { digest: { events } } };
  const { output, problem } = await renderStep({ ...step, variables, time: 500 });
  expect(problem).toBeUndefined();
  expect(String(output.body).match(/20 Nov 10:00/g)).toHaveLength(1000);
  expect((await renderStep({ ...step, variables, time: 1 })).problem?.message).toContain('longer than 1 ms');
});

describe('steps rendered together', () => {
  const sms = (body: string, name = 'Ada') => ({
    type: 'sms' as const,
    controls: { body },
    variables: { payload: { name } },
    now: NOW,
  });
  const ENDLESS = '{% for a in (1..900) %}{% for b in (1..900) %}{{ a | times: b }}{% endfor %}{% endfor %}';

  test('each have their own result', async () => {
    const rendered = await Promise.all(
      Array.from({ length: 500 }, (_, at) => renderStep(sms('{{ payload.name }}', `n${at}`))),
    );
    expect(rendered.map(({ output }) => output.body)).toEqual(Array.from({ length: 500 }, (_, at) => `n${at}`));
  });

  test('have a problem only after a repetition with twice the time', async () => {
    const [slow, quick] = await Promise.all([
      renderStep({ ...sms(ENDLESS), repeats: true }),
      renderStep({ ...sms('{{ payload.name }}'), repeats: true }),
    ]);
    expect(slow).toMatchObject({ tookTooLong: true, problem: { message: 'Rendering took longer than 70 ms.' } });
    expect(quick.output.body).toBe('Ada');
  });

  test('do not fail if one takes too long', async () => {
    const steps = Array.from({ length: 60 }, (_, at) => sms(at % 20 === 7 ? ENDLESS : '{{ payload.name }}'));
    const rendered = await Promise.all(steps.map(renderStep));
    for (const at of [7, 27, 47]) {
      expect(rendered[at]?.problem?.message).toContain('longer than 35 ms');
      expect(rendered[at]?.tookTooLong).toBe(true);
    }
    const others = rendered
      .filter((_, at) => at % 20 !== 7)
      .map(({ output, problem }) => problem?.message ?? output.body);
    expect(new Set(others)).toEqual(new Set(['Ada']));
  });

  test('do not fail by a defect in one of them', async () => {
    const broken = { ...sms('a'), type: 'nothing' as never };
    const [first, second] = await Promise.allSettled([renderStep(broken), renderStep(sms('b'))]);
    expect(first.status).toBe('rejected');
    expect(second).toMatchObject({ value: { output: { body: 'b' } } });
  });

  test('templates are parsed once', async () => {
    const parse = vi.spyOn(markupLiquid(), 'parse');
    const body = JSON.stringify({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Once {{ payload.name }}' }] }],
    });
    const mail = (name: string) => renderStep({ ...sms('', name), type: 'email', controls: { subject: 'x', body } });
    const [one, other] = [await mail('Ada'), await mail('Bo')];
    expect([one.output.text, other.output.text]).toEqual(['Once Ada', 'Once Bo']);
    expect(parse).toHaveBeenCalledTimes(1);
    parse.mockRestore();
  });
});
