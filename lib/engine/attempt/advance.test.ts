import { expect, test, vi } from 'vitest';
import type { RunContext, RunStep } from '#lib/engine/run-context.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { linksTo } from '#lib/recipient-page/links.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import {
  accepted,
  copyLimits,
  decided,
  NOW,
  SUNDAYS_ONLY,
  samplePreference,
  sampleRun,
  sampleStep,
} from '#testing/run.ts';
import { advance, type CoreTools } from './advance.ts';
import { conclude } from './conclude.ts';

type Changes = NonNullable<Parameters<typeof sampleRun>[1]>;

const core: CoreTools = { render: renderStep, maxSpanDays: 180, copyLimits };
const waited = { status: 'delayed', waitedSince: NOW } as const;
const always = { '==': [1, 1] };

test('an email is sent, and every stage is recorded', async () => {
  const run = sampleRun('email', {}, [sampleStep('sms')]);
  const outcome = await decided(run);
  const records = conclude(run, outcome, accepted(outcome), NOW);
  expect(records.details.map(({ detail, status }) => [detail, status])).toEqual([
    ['Step queued', 'Pending'],
    ['Integration instance selected', 'Pending'],
    ['Message created', 'Pending'],
    ['Message sent', 'Success'],
  ]);
  expect(records.messages).toMatchObject([
    {
      channel: 'email',
      status: 'sent',
      subject: 'Hello Jane',
      address: { email: 'jane@example.com' },
      providerMessageId: `vendor-${records.messages[0]?.id}`,
    },
  ]);
  expect(records.job).toMatchObject({ status: 'completed', reason: { code: 'sent' }, attempts: 1 });
  expect(records.others).toEqual([{ id: 'job-the-sms', status: 'queued', readyAt: NOW }]);
  expect(records.outcome).toBeUndefined();
});

const collecting = (changes: Changes = {}) =>
  sampleRun('digest', { job: waited, digestWindow: 'window-1', ...changes });

test.each<[string, Changes, boolean]>([
  ['is cancelled passes its digest on', { ended: reasonFor('canceled', { actor: 'Ann' }) }, true],
  ['kills its workers passes its digest on', { attempt: { deaths: 5 } }, true],
  ['has a deleted workflow closes its digest', { ended: reasonFor('workflow_deleted', {}) }, false],
  ['has a deleted subscriber closes its digest', { subscriber: undefined }, false],
])('a run that %s', async (_, changes, isPassedOn) => {
  const left = { type: 'leave', window: 'window-1', isPassedOn, notes: [] };
  expect(await advance(collecting(changes), NOW, core)).toMatchObject(left);
});

test('a digest keeps its window until its end, also while it waits for the subscriber’s hours', async () => {
  const closed = [samplePreference({ schedule: SUNDAYS_ONLY })];
  expect(await advance(collecting({ preferences: closed }), NOW, core)).toMatchObject({
    type: 'wait',
    reason: { code: 'extended_to_schedule' },
  });
  expect(await advance(collecting(), NOW, core)).toMatchObject({ type: 'close', window: 'window-1' });
});

test('a delay shows its end, and is not a wait for the subscriber’s hours', async () => {
  const until = new Date(NOW.getTime() + 3_600_000);
  expect(await decided(sampleRun('delay'))).toMatchObject({
    type: 'wait',
    until,
    isExtension: false,
    reason: { code: 'delayed', evidence: { until: until.toISOString() } },
  });
});

test('the conditions of a step are not checked again after its wait', async () => {
  const step = sampleStep('delay', { controls: { skip: always } });
  expect(await decided(sampleRun(step))).toMatchObject({ reason: { code: 'skip_condition' } });
  expect(await decided(sampleRun(step, { job: waited }))).toMatchObject({ reason: { code: 'delay_finished' } });
});

/** Returns the first message that a run sends. */
async function message(run: RunContext, tools: CoreTools = core): Promise<object | undefined> {
  const outcome = await decided(run, NOW, { tools });
  if (outcome.type !== 'deliver') throw new Error(`It is not sent: ${JSON.stringify(outcome)}`);
  return outcome.targets[0]?.message;
}

/** Returns the tools of an environment with a page for recipients and tracked emails. */
function linking() {
  const links = vi.fn(() => linksTo('https://belfry.example/r/token'));
  const tracking = vi.fn(() => 'https://belfry.example');
  return { ...core, links, tracking };
}

test('an email has list headers and is tracked', async () => {
  expect(await message(sampleRun('email'), linking())).toMatchObject({
    headers: { 'List-Unsubscribe': '<https://belfry.example/r/token>' },
    html: expect.stringContaining('https://belfry.example/r/open/'),
  });
});

test('an email of a critical workflow has no list headers', async () => {
  const critical = { defaultPreferences: { all: { readOnly: true } } };
  const email = await message(sampleRun('email', { workflow: critical }), linking());
  expect(email).not.toHaveProperty('headers.List-Unsubscribe');
});

test.each(['in_app', 'sms', 'push', 'chat'] as const)('no links are signed for %s', async (channel) => {
  const tools = linking();
  await message(sampleRun(channel), tools);
  expect(tools.links).not.toHaveBeenCalled();
  expect(tools.tracking).not.toHaveBeenCalled();
});

test('a text has its links, or nothing instead of them if there is no page', async () => {
  const run = sampleRun(sampleStep('sms', { controls: { body: 'Why? {{ whyUrl }}' } }));
  expect(await message(run, linking())).toMatchObject({ content: 'Why? https://belfry.example/r/token#why' });
  expect(await message(run)).toMatchObject({ content: 'Why? ' });
});

test('a push has the events of the last digest', async () => {
  const push = sampleRun('push');
  const digested = (...events: string[]) =>
    sampleRun('digest', { job: { status: 'completed', result: { events } } }).jobs;
  const after = (jobs: RunContext['jobs']) => message({ ...push, jobs: [...jobs, ...push.jobs] });
  expect(await after(digested('a', 'b'))).toMatchObject({ events: ['a', 'b'] });
  expect(await after([...digested('a'), ...digested('b'), ...digested('c')])).toMatchObject({ events: ['c'] });
  expect(await after([])).not.toHaveProperty('events');
  const { jobs } = sampleRun('http_request', { job: { status: 'completed', result: { events: ['of the response'] } } });
  expect(await after([...digested('a'), ...jobs])).toMatchObject({ events: ['a'] });
});

const SECRET = 'Zq7xTr9mKv2wLp5n';

/** Returns a run of an environment with variables, one of which cannot be decrypted. */
function withVariables(given: WorkflowStepType | RunStep, changes: Changes = {}): RunContext {
  const run = sampleRun(given, changes);
  const variables = { values: { shop: 'Acme', key: SECRET }, secrets: [SECRET], unreadable: ['broken'] };
  return { ...run, environment: { ...run.environment, variables } };
}

const text = (body: string, controls = {}) => sampleStep('sms', { controls: { body, ...controls } });

test('templates read the variables of the environment', async () => {
  const run = withVariables(text('From {{ env.shop }}'));
  expect(await message(run)).toMatchObject({ content: 'From Acme' });
  const environment = { ...run.environment, variables: { values: {}, secrets: [] } };
  expect(await message({ ...run, environment })).toMatchObject({ content: 'From ' });
});

test('people see the request of an HTTP step with masks for its secrets', async () => {
  const url = 'https://shop.example/orders?key={{ env.key }}';
  const outcome = await advance(withVariables(sampleStep('http_request', { controls: { url } })), NOW, core);
  expect(outcome).toMatchObject({ type: 'request', request: { url: `https://shop.example/orders?key=${SECRET}` } });
  expect(outcome).toHaveProperty('shown.url', expect.stringMatching(/^https:\/\/shop\.example\/orders\?key=\W+$/));
});

const layout = (body: string) => ({ id: 'l', identifier: 'main', isDefault: true, editorType: 'html', body });
const unreadable = { type: 'fail', reason: reasonFor('secret_unreadable', { variable: 'broken' }) };

test.each<[string, RunContext, object]>([
  ['fails a step that reads it', withVariables(text('{{ env.broken }}')), unreadable],
  [
    'fails an email whose layout reads it',
    withVariables('email', { layouts: [layout('{{ content }} {{ env.broken }}')] }),
    unreadable,
  ],
  ['does not matter to other steps', withVariables(text('{{ env.shop }}')), { type: 'deliver' }],
  [
    'does not matter to a skipped step',
    withVariables(text('{{ env.broken }}', { skip: always })),
    { type: 'skip', reason: { code: 'skip_condition' } },
  ],
])('a variable that cannot be decrypted %s', async (_, run, expected) => {
  const outcome = await decided(run);
  expect(outcome).toMatchObject(expected);
  expect(outcome.notes[0]?.reason.code).toBe('step_queued');
});
