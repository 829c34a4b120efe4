import { expect, test } from 'vitest';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { readControls } from './control-values.ts';

const problems = (type: WorkflowStepType, values: object) =>
  readControls(type, values as never).problems.map(({ path }) => path.join('.'));

test.each<[WorkflowStepType, object]>([
  ['email', {}],
  ['email', { layoutId: null }],
  ['email', { editorType: 'html', body: '', unknown: { a: [null] } }],
  ['in_app', { redirect: {}, primaryAction: { redirect: { target: '_blank' } }, data: { a: null } }],
  ['digest', { amount: -5, lookBackWindow: {}, cron: 'nonsense' }],
  ['http_request', { headers: [{ key: 'a' }], body: [], url: 'nowhere' }],
  ['throttle', { amount: 1e9 }],
  ['custom', { custom: { a: null }, more: true }],
])('%s accepts the draft %j unchanged', (type, values) => {
  expect(readControls(type, values as never)).toEqual({ values, problems: [] });
});

test.each<[WorkflowStepType, object, string[]]>([
  ['email', { subject: 1, editorType: 'md' }, ['subject', 'editorType']],
  ['digest', { amount: '5', lookBackWindow: { unit: 'years' } }, ['amount', 'lookBackWindow.unit']],
  ['delay', { type: 'dynamic' }, ['type']],
  ['throttle', { unit: 'weeks' }, ['unit']],
  ['http_request', { method: 'HEAD', headers: [null], body: 5 }, ['method', 'headers.0', 'body']],
  ['in_app', { skip: [], data: 'x', redirect: '/' }, ['skip', 'data', 'redirect']],
])('%s with %j has wrong types at %j', (type, values, expected) => {
  expect(problems(type, values).sort()).toEqual(expected.toSorted());
});

test('null counts as absent at any depth if the shape has no null', () => {
  expect(
    readControls('in_app', {
      subject: null,
      body: 'b',
      skip: null,
      redirect: { url: '/', target: null },
      data: { kept: null },
    }).values,
  ).toEqual({ body: 'b', redirect: { url: '/' }, data: { kept: null } });
  expect(readControls('email', { layoutId: null, editorType: null }).values).toEqual({ layoutId: null });
});

test('thousands of nulls in a list are removed in one pass', async () => {
  const headers = Array.from({ length: 3_000 }, () => ({ key: null, value: 'x' }));
  const limit = 300;
  expect(readControls('http_request', { headers }).values).toEqual({ headers: headers.map(() => ({ value: 'x' })) });
  expect(await leastProcessorTime(limit, () => readControls('http_request', { headers }))).toBeLessThan(limit);
});
