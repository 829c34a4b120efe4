import { expect, test } from 'vitest';
import type { RequestAnswer } from '#lib/engine/decision.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { NOW, sampleRun, sampleStep } from '#testing/run.ts';
import { settleRequest } from './request-step.ts';

const exchange = { request: 'GET /', response: '200' };
const SCHEMA = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };

async function settled(answer: RequestAnswer, more: { number?: number; schema?: JsonObject; goesOn?: boolean } = {}) {
  const { number = 1, schema, goesOn = false } = more;
  const seriesStartedAt = new Date(NOW.getTime() - (number > 1 ? 35_000 : 0));
  const run = sampleRun(sampleStep('http_request'), { attempt: { number, seriesStartedAt } });
  const request = { method: 'GET', url: 'x', headers: {} } as const;
  const outcome = {
    type: 'request',
    request,
    shown: request,
    schema,
    goesOn,
    notes: [],
  } as const;
  return settleRequest(run, outcome, { host: 'a.example', exchange, answer }, NOW);
}

const ok = (body: string) => ({ status: 200, body });

test.each<[string, RequestAnswer, object, object]>([
  ['an object', ok('{"id":1}'), {}, { type: 'continue', reason: { code: 'requested' }, result: { id: 1 }, notes: [] }],
  ['nothing', { status: 204, body: '' }, {}, { type: 'continue', result: {}, notes: [] }],
  ['a list', ok('[1]'), {}, { type: 'continue', result: {}, notes: [{ reason: { code: 'response_ignored' } }] }],
  ['a text', ok('ok'), {}, { type: 'continue', result: {}, notes: [{ reason: { code: 'response_ignored' } }] }],
  ['what the schema wants', ok('{"id":1}'), { schema: SCHEMA }, { type: 'continue', result: { id: 1 } }],
  ['a default of the schema', ok('{}'), { schema: { properties: { id: { default: 7 } } } }, { result: { id: 7 } }],
  [
    'less than the schema wants',
    ok('{}'),
    { schema: SCHEMA },
    {
      type: 'fail',
      reason: { code: 'response_invalid', evidence: { problem: "it must have required property 'id'" } },
    },
  ],
  [
    'another type than the schema wants',
    ok('{"id":"x"}'),
    { schema: SCHEMA },
    { type: 'fail', reason: { evidence: { problem: 'id must be integer' } } },
  ],
  ['no JSON for a schema', ok('ok'), { schema: SCHEMA }, { type: 'fail', reason: { code: 'response_invalid' } }],
  ['a list for a schema', ok('[]'), { schema: SCHEMA }, { type: 'fail', reason: { code: 'response_invalid' } }],
  [
    'anything for a schema that is wrong',
    ok('{}'),
    { schema: { type: 'object', properties: { id: { pattern: '(a+)+$' } } } },
    { type: 'fail', reason: { evidence: { problem: expect.stringContaining('the schema itself is wrong') } } },
  ],
  [
    'a refusal',
    { status: 404, body: ' No such\n page ' },
    { goesOn: true },
    { type: 'fail', goesOn: true, reason: { evidence: { status: 404, problem: 'No such page', host: 'a.example' } } },
  ],
  ['a redirect', { status: 302, body: 'It redirects' }, {}, { type: 'fail', reason: { code: 'request_failed' } }],
  [
    'a private address',
    { problem: 'private', kind: 'blocked' },
    {},
    { type: 'fail', reason: { code: 'outbound_blocked' } },
  ],
  [
    'an impossible header',
    { problem: 'bad', kind: 'impossible' },
    {},
    { type: 'fail', reason: { code: 'request_failed' } },
  ],
  ['no connection', { problem: 'refused', kind: 'unavailable' }, {}, { type: 'retry', readyAt: NOW, attempts: 1 }],
  ['no connection at last', { problem: 'refused', kind: 'unavailable' }, { number: 4 }, { type: 'fail' }],
  ['a broken server', { status: 503, body: '' }, {}, { type: 'retry', reason: { code: 'retry_waiting' } }],
  [
    'a broken server at last',
    { status: 503, body: '' },
    { number: 4 },
    { type: 'fail', reason: { evidence: { status: 503 } } },
  ],
  [
    'a request to wait',
    { status: 429, body: '', retryAfterMs: 20_000 },
    {},
    { type: 'retry', readyAt: new Date(NOW.getTime() + 20_000), attempts: 0 },
  ],
  ['a request to wait for long', { status: 429, body: '', retryAfterMs: 600_000 }, {}, { type: 'fail' }],
])('%s', async (_, answer, more, expected) => {
  expect(await settled(answer, more)).toMatchObject(expected);
});
