/**
 * Tests the records of HTTP steps that send secrets, in any form that a template can produce, to a server that repeats
 * them.
 */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createEnvironmentVariable } from '#lib/environment-variables/service.ts';
import { query } from '#lib/postgres/db.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { startVendor, type VendorServer } from '#testing/vendor-server.ts';

let server: VendorServer;

vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
ownScratchDatabase();

beforeAll(async () => {
  server = await startVendor();
  return server.stop;
});

beforeEach(() => {
  server.received.length = 0;
  server.behave({ status: 200, body: {} });
});

const SECRET = 'Zq7xTr9mKv2wLp5n';
const CLEAR = 'sk_live_Hj4fBn8sYc3dGt6e';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const spaced = SECRET.split('').join(' ');
const reversed = SECRET.split('').reverse().join('');

/** The texts that no row may contain: each form in which the server receives a secret. */
const FORMS = [SECRET, CLEAR, SECRET.toUpperCase(), SECRET.toLowerCase(), reversed, spaced, base64(SECRET)];
const basic = base64(`user:${SECRET}`);
/** Also the forms of an Authorization header. The slice omits the part that encodes only `user:`. */
const SENT_FORMS = [...FORMS, basic, basic.slice(8, 24), encodeURIComponent(spaced), base64(reversed)];

async function variable({ ctx }: Sample, key: string, value: string) {
  const values = [{ _environmentId: ctx.environmentId, value }];
  await createEnvironmentVariable(ctx, { key, type: 'string', isSecret: true, values });
}

async function everything({ ctx }: Sample): Promise<string> {
  const [row] = await query<{ all: string }>(
    'sample-everything',
    `SELECT concat((SELECT json_agg(json_build_array(j.result, j.reason)) FROM jobs j WHERE j.environment_id = $1),
       (SELECT json_agg(e) FROM execution_details e WHERE e.environment_id = $1),
       (SELECT json_agg(m) FROM messages m WHERE m.environment_id = $1), (SELECT json_agg(o) FROM notification_outcomes o WHERE o.environment_id = $1)) AS all`,
    [ctx.environmentId],
  );
  return row?.all ?? '';
}

interface Request {
  url?: string;
  headers?: { key: string; value: string }[];
  body?: string;
  method?: string;
}

/** Returns all rows of the environment as text, after a run that sends the requests and shows each response. */
async function recorded(requests: readonly Request[], sample: Sample): Promise<string> {
  const steps = requests.flatMap((controls, at) => [
    {
      type: 'http_request',
      name: `Ask ${at}`,
      controlValues: { continueOnFailure: true, method: 'POST', url: `${server.origin}/orders`, ...controls },
    },
    {
      type: 'in_app',
      name: `Show ${at}`,
      controlValues: { subject: 'Answer', body: `It says {{ steps.ask-${at}.echo }}.` },
    },
  ]);
  const workflowId = await sampleWorkflow(sample.ctx, steps);
  await trigger(sample.ctx, workflowId, 'jane', { payload: { id: 'order-17' } });
  await sample.drain(new Date(Math.max(sample.now().getTime(), Date.now()) + 3_600_000));
  return everything(sample);
}

async function sampleWithSecret(): Promise<Sample> {
  const sample = await sampleEnvironment();
  await sampleIntegrations(sample.ctx, ['in_app']);
  await variable(sample, 'TOKEN', SECRET);
  return sample;
}

const FILTERS = [
  '',
  '| upcase',
  '| downcase',
  "| split: '' | reverse | join: ''",
  "| split: '' | join: ' '",
  '| base64_encode',
  "| prepend: 'user:' | base64_encode",
  "| split: '' | reverse | join: '' | base64_encode",
];

const PLACES: [string, (value: string) => Request][] = [
  ['a header', (value) => ({ headers: [{ key: 'X-Custom', value }] })],
  ['Authorization', (value) => ({ headers: [{ key: 'Authorization', value: `Basic ${value}` }] })],
  ['a cookie', (value) => ({ headers: [{ key: 'Cookie', value: `a=b; session=${value}; c=d` }] })],
  ['the path', (value) => ({ url: `${server.origin}/orders/${value}/17` })],
  ['the query', (value) => ({ url: `${server.origin}/orders?a=b&k=${value}` })],
  ['the body', (value) => ({ body: `{"id":"{{ payload.id }}","deep":[{"note":"it is ${value}."}]}` })],
];

/** Makes the server repeat its request: as a whole, each part separately, and decoded. */
function parrot() {
  server.behave(({ headers, path, body }) => {
    const seen = { headers, path, body, decoded: decodeURIComponent(String(path)) };
    const parts = JSON.stringify(seen).split(/["\\ ,:;=&/?]+/);
    return { status: 200, body: { echo: `${JSON.stringify(seen)} ${parts.join('|')} ${parts.map(base64).join('|')}` } };
  });
}

test('no filter or position puts a secret into the record of a run, even if the server repeats it', async () => {
  const sample = await sampleWithSecret();
  parrot();
  for (const [place, request] of PLACES) {
    const text = await recorded(
      FILTERS.map((filter) => request(`{{ env.TOKEN ${filter} }}`)),
      sample,
    );
    const found = SENT_FORMS.filter((form) => text.includes(form));
    const around = found.map((form) => text.slice(text.indexOf(form) - 60, text.indexOf(form) + 40));
    expect(found, `${place}: ${around}`).toEqual([]);
    expect(text).toContain('POST http://127.0.0.1');
  }
  expect(server.received.length).toBe(PLACES.length * FILTERS.length);
  const sent = JSON.stringify(server.received);
  for (const form of [SECRET, basic, reversed]) expect(sent, 'the server got it').toContain(form);
}, 120_000);

test('values that the workflow masks are not recorded either', async () => {
  const sample = await sampleEnvironment();
  await sampleIntegrations(sample.ctx, ['in_app']);
  parrot();
  const text = await recorded(
    PLACES.map(([, request]) => request(CLEAR)),
    sample,
  );
  expect(text.includes(CLEAR), text.slice(text.indexOf(CLEAR) - 80, text.indexOf(CLEAR) + 30)).toBe(false);
  expect(JSON.stringify(server.received)).toContain(CLEAR);
});

test('values that are not secret are recorded and passed on unchanged', async () => {
  const sample = await sampleWithSecret();
  server.behave({ status: 200, body: { echo: 'order-17 for user and Basic' } });
  const headers = [
    { key: 'X-Order', value: '{{ payload.id }}' },
    { key: 'Authorization', value: "Basic {{ env.TOKEN | prepend: 'user:' | base64_encode }}" },
  ];
  const text = await recorded([{ headers, body: '{"id":"{{ payload.id }}","k":"{{ env.TOKEN }}"}' }], sample);
  expect(text).toContain('It says order-17 for user and Basic.');
  expect(text).toContain('x-order: order-17');
  expect(text).toContain('••••••');
});

test.each([
  ['the host', (): Request => ({ url: 'http://{{ env.TOKEN }}.invalid/' })],
  ['no address', (): Request => ({ url: 'nonsense:{{ env.TOKEN | upcase }}' })],
  ['no JSON', (): Request => ({ body: '{"a": "{{ payload.id }}" {{ env.TOKEN | upcase | raw }} }' })],
  ['no JSON and in clear', (): Request => ({ body: `{"password": "${CLEAR}" nonsense }` })],
  ['a bad header', (): Request => ({ headers: [{ key: 'Bad header', value: '{{ env.TOKEN | upcase }}' }] })],
  ['a bad value', (): Request => ({ headers: [{ key: 'X-A', value: '\u0101 {{ env.TOKEN | upcase }}' }] })],
  ['a bad filter', (): Request => ({ headers: [{ key: 'X-A', value: `${CLEAR} {{ env.TOKEN | nonsense }}` }] })],
])('the reason of a failure does not quote secrets: %s', async (_, request) => {
  const sample = await sampleWithSecret();
  const text = await recorded([request()], sample);
  expect(text).toMatch(/request_failed|render_failed|retry_waiting/);
  for (const form of SENT_FORMS) expect(text).not.toContain(form);
});

test('a secret that equals a word of the record does not corrupt the record', async () => {
  const sample = await sampleEnvironment();
  await sampleIntegrations(sample.ctx, ['in_app']);
  for (const [at, value] of ['completed', 'sent', 'requested', 'continue', 'result', 'echo'].entries())
    await variable(sample, `WORD_${at}`, value);
  server.behave({ status: 200, body: { echo: 'fine' } });
  const headers = [{ key: 'X-A', value: '{{ env.WORD_0 }} {{ env.WORD_1 }} {{ env.WORD_2 }} {{ env.WORD_3 }}' }];
  const text = await recorded([{ headers }], sample);
  expect(text).toContain('It says fine.');
  expect(text).toMatch(/"code": ?"requested".*"code": ?"sent".*"status":"sent"/s);
});
