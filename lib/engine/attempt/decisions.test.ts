/**
 * Compares the core with a naive implementation of the same rules, for every combination of preference, condition,
 * filter, schedule and step type.
 */
import { expect, test } from 'vitest';
import type { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import type { Decision } from '#lib/engine/decision.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { StoredPreference } from '#lib/preferences/effective.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import {
  copyLimits,
  decided,
  NOW,
  SUNDAYS_ONLY,
  sampleIntegration,
  samplePreference,
  sampleRun,
  sampleStep,
  WORKFLOW_ID,
} from '#testing/run.ts';
import { messageId } from './message-id.ts';

type Switch = 'none' | 'on' | 'off';

interface Case {
  type: WorkflowStepType;
  hasWaited: boolean;
  critical: boolean;
  workflowDefault: Switch;
  workflowUser: Switch;
  global: Switch | 'all off';
  ofWorkflow: Switch;
  ofContext: Switch;
  preferenceCondition: 'none' | 'true' | 'false';
  skip: 'none' | 'true' | 'false';
  filter: 'none' | 'match' | 'no match';
  schedule: 'none' | 'open' | 'closed';
}

const CONTEXT = 'tenant:acme';
const HOLDS = { '==': [{ var: 'payload.plan' }, 'free'] };
const FAILS = { '==': [{ var: 'payload.plan' }, 'pro'] };
const RULES = { none: {}, true: HOLDS, false: FAILS };
const ALWAYS_OPEN = { isEnabled: true };

/** Controls pass through without templates; rendering has its own tests. */
const tools = {
  maxSpanDays: 180,
  copyLimits,
  render: async ({ controls }: { controls: JsonObject }) => ({
    output: { ...controls, text: 'text', until: new Date(NOW.getTime() + 3_600_000).toISOString() },
  }),
};

const product = <Item extends object, Key extends string, Value>(items: Item[], key: Key, values: readonly Value[]) =>
  items.flatMap((item) => values.map((value) => ({ ...item, [key]: value }) as Item & Record<Key, Value>));

const STEPS: Pick<Case, 'type' | 'hasWaited'>[] = [
  ...(['in_app', 'email', 'sms', 'chat', 'push', 'delay', 'digest', 'throttle', 'custom', 'http_request'] as const).map(
    (type) => ({ type, hasWaited: false }),
  ),
  { type: 'delay', hasWaited: true },
  { type: 'digest', hasWaited: true },
];

function casesOf(): Case[] {
  let cases: object[] = STEPS;
  const by = (key: keyof Case, ...values: unknown[]) => {
    cases = product(cases, key, values);
  };
  by('critical', false, true);
  by('workflowDefault', 'none', 'off');
  by('workflowUser', 'none', 'on');
  by('global', 'none', 'off', 'all off');
  by('ofWorkflow', 'none', 'on', 'off');
  by('ofContext', 'none', 'off');
  by('preferenceCondition', 'none', 'true', 'false');
  by('skip', 'none', 'true', 'false');
  by('filter', 'none', 'match', 'no match');
  by('schedule', 'none', 'open', 'closed');
  return cases as Case[];
}

/** Applies the rules of docs/delivery.md, "Order of the checks", one after another. */
function naive(given: Case): string {
  const delivers = ['in_app', 'email', 'sms', 'chat', 'push'].includes(given.type);
  const isShut = given.schedule === 'closed' && !given.critical;
  if (isShut && delivers && given.type !== 'in_app') return 'skip outside_schedule';
  if (isShut && given.type === 'delay' && given.hasWaited) return 'wait extended_to_schedule';
  if (isShut && given.type === 'digest' && given.hasWaited) return 'wait extended_to_schedule';
  if (given.hasWaited) return given.type === 'delay' ? 'continue delay_finished' : 'continue digest_finished';
  if (given.skip === 'true') return 'skip skip_condition';
  if (given.filter === 'no match') return 'skip filter';
  if (delivers) {
    const choices: [Switch | 'all off', string][] = given.critical
      ? []
      : [
          [given.ofContext, 'preference_workflow'],
          [given.ofWorkflow, 'preference_workflow'],
          [given.global, 'preference_global'],
        ];
    choices.push([given.workflowUser, 'preference_default'], [given.workflowDefault, 'preference_default']);
    const named = choices.find(([choice]) => choice === 'on' || choice === 'off');
    const everything = choices.find(([choice]) => choice === 'all off');
    const decisive = named ?? everything;
    if (decisive && decisive[0] !== 'on') return `skip ${decisive[1]}`;
    const hasRow = given.ofWorkflow !== 'none' || given.ofContext !== 'none' || given.global !== 'none';
    if (hasRow && !given.critical && given.preferenceCondition === 'false') return 'skip preference_condition';
    return 'deliver';
  }
  if (given.type === 'delay') return 'wait delayed';
  if (given.type === 'digest') return 'wait digest_waiting';
  if (given.type === 'throttle') return 'continue throttle_passed';
  if (given.type === 'custom') return 'continue done';
  return 'continue requested';
}

function preferencesOf(given: Case): StoredPreference[] {
  const condition = given.preferenceCondition === 'none' ? null : RULES[given.preferenceCondition];
  const row = (id: string, choice: Case['global'], changes: Partial<StoredPreference>) => {
    const channels = choice === 'on' || choice === 'off' ? { [given.type]: choice === 'on' } : {};
    const enabled = choice !== 'all off';
    return choice === 'none' ? [] : [samplePreference({ id, channels, enabled, condition, ...changes })];
  };
  return [
    ...row('global', given.global, {}),
    ...row('workflow', given.ofWorkflow, { workflowId: WORKFLOW_ID }),
    ...row('context', given.ofContext, { workflowId: WORKFLOW_ID, contextKeys: [CONTEXT] }),
    // A preference of another workflow, and one of another context. Neither applies.
    samplePreference({ id: 'else', workflowId: 'another', channels: { [given.type]: false } }),
    samplePreference({ id: 'elsewhere', contextKeys: ['tenant:else'], channels: { [given.type]: false } }),
  ];
}

function runOf(given: Case) {
  const layer = (choice: Switch) => (choice === 'none' ? {} : { [given.type]: { enabled: choice === 'on' } });
  const schedule = { none: null, open: ALWAYS_OPEN, closed: SUNDAYS_ONLY }[given.schedule];
  const scheduled = schedule ? [samplePreference({ id: 'schedule', contextKeys: [CONTEXT], schedule })] : [];
  const step = sampleStep(given.type, { controls: { skip: RULES[given.skip] }, filters: FILTERS[given.filter] });
  return sampleRun(step, {
    ...(given.type === 'digest' && given.hasWaited && { digestWindow: 'window-1' }),
    job: given.hasWaited ? { status: 'delayed', waitedSince: new Date(NOW.getTime() - 60_000) } : {},
    workflow: {
      defaultPreferences: { all: { readOnly: given.critical }, channels: layer(given.workflowDefault) },
      userPreferences: given.workflowUser === 'none' ? null : { channels: layer(given.workflowUser) },
    },
    notification: { contextKeys: [CONTEXT] },
    preferences: [...preferencesOf(given), ...scheduled].sort((one, other) => (one.id < other.id ? 1 : -1)),
  });
}

function filterOn(value: string): StepFilter[] {
  const part = { field: 'plan', value, operator: 'EQUAL', on: 'payload' } as const;
  return [{ isNegated: false, type: 'TEXT', value: 'AND', children: [part] }];
}
const FILTERS = { none: [], match: filterOn('free'), 'no match': filterOn('pro') };

const decisionText = (outcome: Decision) =>
  outcome.type === 'deliver' ? 'deliver' : `${outcome.type} ${outcome.reason.code}`;

test('every combination has the result of the naive rules', async () => {
  const cases = casesOf();
  const made = new Map<string, number>();
  for (const given of cases) {
    const decision = decisionText(await decided(runOf(given), NOW, { tools }));
    if (decision !== naive(given)) expect({ ...given, decision }).toEqual({ ...given, decision: naive(given) });
    made.set(decision, (made.get(decision) ?? 0) + 1);
  }
  expect(cases.length).toBeGreaterThan(100_000);
  expect([...made.keys()].sort()).toEqual([
    'continue delay_finished',
    'continue digest_finished',
    'continue done',
    'continue requested',
    'continue throttle_passed',
    'deliver',
    'skip filter',
    'skip outside_schedule',
    'skip preference_condition',
    'skip preference_default',
    'skip preference_global',
    'skip preference_workflow',
    'skip skip_condition',
    'wait delayed',
    'wait digest_waiting',
    'wait extended_to_schedule',
  ]);
});

interface Obstacles {
  address: 'there' | 'missing';
  suppressed: boolean;
  integration: 'primary' | 'none' | 'not primary' | 'conditional' | 'unmet condition';
  wanted: 'none' | 'known' | 'unknown';
  failover: boolean;
}

/** Applies the rest of "Order of the checks" after the preference, and "Choice of the integration". */
function naiveDelivery({ address, suppressed, integration, wanted, failover }: Obstacles): string {
  if (address === 'there' && suppressed) return 'skip suppressed';
  if (address === 'missing') return 'skip no_address';
  if (wanted === 'known' && integration !== 'none') return 'deliver override';
  if (wanted !== 'none') return 'fail override_unknown';
  if (integration === 'conditional') return 'deliver condition';
  if (integration === 'primary') return 'deliver primary';
  if (integration === 'not primary' && failover) return 'deliver failover';
  return 'fail no_integration';
}

test.each(['email', 'sms'] as const)('%s: suppression, address and integration decide in this order', async (type) => {
  let all: object[] = [{}];
  all = product(all, 'address', ['there', 'missing']);
  all = product(all, 'suppressed', [false, true]);
  all = product(all, 'integration', ['primary', 'none', 'not primary', 'conditional', 'unmet condition']);
  all = product(all, 'wanted', ['none', 'known', 'unknown']);
  all = product(all, 'failover', [false, true]);
  for (const given of all as Obstacles[]) {
    const run = withObstacles(type, given);
    const outcome = await decided(run, NOW, { tools });
    const rule = outcome.notes.flatMap(({ reason }) =>
      reason.code === 'integration_selected' ? reason.evidence.rule : [],
    );
    const decision = outcome.type === 'deliver' ? `deliver ${rule}` : decisionText(outcome);
    expect({ ...given, decision }).toEqual({ ...given, decision: naiveDelivery(given) });
  }
});

function withObstacles(type: 'email' | 'sms', given: Obstacles) {
  const base = sampleRun(type);
  const wanted = { none: undefined, known: `my-${type}`, unknown: 'another' }[given.wanted];
  const address = type === 'email' ? 'jane@example.com' : '+15555550123';
  const changes = {
    primary: { primary: true },
    none: undefined,
    'not primary': { primary: false },
    conditional: { primary: false, conditions: filterOn('free') },
    'unmet condition': { primary: false, conditions: filterOn('pro') },
  }[given.integration];
  const missing = given.address === 'missing' && base.subscriber && { ...base.subscriber, email: null, phone: null };
  const suppressed = { channel: type, address: address.toUpperCase(), event: 'bounced', since: NOW } as const;
  return {
    ...base,
    environment: { ...base.environment, failover: given.failover },
    notification: { ...base.notification, overrides: wanted ? { [type]: { integrationIdentifier: wanted } } : {} },
    subscriber: missing || base.subscriber,
    suppressions: given.suppressed ? [suppressed] : [],
    integrations: changes ? [sampleIntegration(type, changes)] : [],
  };
}

interface Connections {
  attempt: 1 | 2 | 3;
  failover: boolean;
  wanted: 'none' | 'known' | 'unknown' | 'not connected';
  /** The state of the wanted integration, and of the next ones in the order of failover. */
  first: 'free' | 'held' | 'full';
  second: 'free' | 'held' | 'full' | 'inactive' | 'unmet condition' | 'not connected';
  third: 'free' | 'inactive';
  sent: 'nothing' | 'first' | 'second';
}

const MISSING = { chat: 'skip no_channel', push: 'skip no_token' };

/** Applies "Choice of the integration" to connections. Returns the integrations that send, and their rule. */
function naiveConnections(type: 'chat' | 'push', given: Connections): string {
  const { attempt, failover, wanted, first, second, third, sent } = given;
  const isUsable = { second: !['inactive', 'unmet condition', 'not connected'].includes(second) };
  const all = ['first', ...(isUsable.second ? ['second'] : []), ...(third === 'free' ? ['third'] : [])];
  if (wanted === 'unknown') return sent === 'nothing' ? 'fail override_unknown' : 'reached rest_failed';
  if (wanted === 'not connected') return sent === 'nothing' ? MISSING[type] : 'reached rest_failed';
  if (wanted === 'none') return ['deliver', ...all.filter((each) => each !== sent)].join(' ');
  if (sent !== 'nothing') return 'deliver';
  if (!failover) return 'deliver first';
  const states: Record<string, string> = { first, second, third };
  const order = all.map((_, further) => all[(attempt - 1 + further) % all.length] ?? '');
  const withQuota = order.filter((each) => states[each] !== 'full');
  const chosen = withQuota.find((each) => states[each] === 'free') ?? withQuota[0] ?? order[0] ?? '';
  if (chosen === 'first') return 'deliver first';
  return `deliver ${chosen} ${states[order[0] ?? ''] === 'full' ? 'quota' : 'failover'}`;
}

test.each(['chat', 'push'] as const)('%s: the connections of the next integration take over', async (type) => {
  let all: object[] = [{}];
  all = product(all, 'attempt', [1, 2, 3]);
  all = product(all, 'failover', [false, true]);
  all = product(all, 'wanted', ['none', 'known', 'unknown', 'not connected']);
  all = product(all, 'first', ['free', 'held', 'full']);
  all = product(all, 'second', ['free', 'held', 'full', 'inactive', 'unmet condition', 'not connected']);
  all = product(all, 'third', ['free', 'inactive']);
  all = product(all, 'sent', ['nothing', 'first', 'second']);
  for (const given of all as Connections[]) {
    const run = await withConnections(type, given);
    const outcome = await decided(run, NOW, { tools });
    const targets = outcome.type === 'deliver' ? outcome.targets : [];
    const rules = targets.flatMap(({ rule }) => (rule === 'stored' ? [] : rule));
    const decision =
      outcome.type === 'deliver'
        ? ['deliver', ...targets.map(({ integration }) => integration.id), ...rules].join(' ')
        : decisionText(outcome);
    expect({ ...given, decision }).toEqual({ ...given, decision: naiveConnections(type, given) });
  }
});

/** Returns a run of a subscriber with a connection to each integration. Priorities give the order of failover. */
async function withConnections(type: 'chat' | 'push', given: Connections) {
  const base = sampleRun(type);
  const states = { first: given.first, second: given.second, third: given.third };
  const names = ['first', 'second', 'third'] as const;
  const breaker = { openedAt: NOW, probeAt: new Date(NOW.getTime() + 30_000), words: 'no answer' };
  const integrations = names.map((id, at) =>
    sampleIntegration(type, {
      ...{ id, identifier: id, priority: id === 'first' ? 0 : 3 - at },
      ...(states[id] === 'held' && { breaker }),
      ...(states[id] === 'full' && { fullUntil: new Date(NOW.getTime() + 60_000) }),
      ...(states[id] === 'unmet condition' && { conditions: filterOn('pro') }),
    }),
  );
  const alone = sampleIntegration(type, { id: 'alone', identifier: 'alone', priority: 9 });
  const isConnected = (id: string) => states[id as 'second'] !== 'not connected';
  const channels = names.filter(isConnected).map((id) => ({
    ...{ id: `connection-${id}`, channel: type, integrationId: id },
    credentials: { webhookUrl: `https://${id}.example/hook` },
    deviceTokens: [`token-of-${id}`],
  }));
  const identifier = { none: undefined, known: 'first', unknown: 'gone', 'not connected': 'alone' }[given.wanted];
  const run = {
    ...base,
    environment: { ...base.environment, failover: given.failover },
    attempt: { ...base.attempt, number: given.attempt },
    notification: {
      ...base.notification,
      overrides: identifier ? { [type]: { integrationIdentifier: identifier } } : {},
    },
    subscriber: base.subscriber && { ...base.subscriber, channels },
    integrations: [...integrations.filter(({ id }) => states[id as 'third'] !== 'inactive'), alone],
  };
  const keys = { chat: `chat:connection-${given.sent}`, push: `push:connection-${given.sent}:token-of-${given.sent}` };
  const { environment, job, attempt } = run;
  const sentId = messageId(environment.id, job.id, keys[type], attempt.firstClaimedAt);
  return { ...run, sentMessages: new Set(given.sent === 'nothing' ? [] : [sentId]) };
}
