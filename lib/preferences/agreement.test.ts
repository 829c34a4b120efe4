/** Tests that the API and delivery make the same decision, for random choices and settings. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPreferences, checkSchedule } from '#lib/engine/attempt/checks.ts';
import { unmetConditions } from '#lib/engine/fanout/members.ts';
import type { Fanout } from '#lib/engine/fanout/queue.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { preferencesWire as subscriptionWire } from '#lib/topics/conditions.ts';
import { NOW, SUNDAYS_ONLY, samplePreference, sampleRun, WORKFLOW_ID } from '#testing/run.ts';
import type { PreferenceRow, WorkflowRow } from './query.ts';
import { preferencesWire, preferenceWire } from './wire.ts';
import type { WorkflowPreferences } from './workflow-preferences.ts';

const MET = { '==': [{ var: 'payload.plan' }, 'pro'] };
const UNMET = { '==': [{ var: 'payload.plan' }, 'free'] };
const VARIABLES = { payload: { plan: 'pro' } };
const ALWAYS = { isEnabled: false };

const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const contexts = fc.constantFrom([], ['tenant:acme'], ['tenant:globex']);
const channel = fc.constantFrom<Channel>('email', 'sms', 'in_app', 'chat', 'push');

const row: fc.Arbitrary<PreferenceRow> = fc
  .record({
    workflowId: fc.constantFrom(null, WORKFLOW_ID, 'another'),
    contextKeys: contexts,
    enabled: fc.boolean(),
    channels: fc.dictionary(channel, fc.boolean()),
    condition: fc.constantFrom(null, MET, UNMET),
    schedule: fc.constantFrom(null, ALWAYS, SUNDAYS_ONLY),
  })
  .map((chosen) => ({ ...samplePreference(chosen), changes: {} }));

const layer: fc.Arbitrary<WorkflowPreferences> = fc
  .record({
    all: sometimes(fc.record({ enabled: sometimes(fc.boolean()), readOnly: sometimes(fc.boolean()) })),
    channels: sometimes(fc.dictionary(channel, fc.record({ enabled: sometimes(fc.boolean()) }))),
  })
  .map((given) => JSON.parse(JSON.stringify(given)));

const chosen = fc.record({
  // A subscriber has at most one row for each workflow and context.
  rows: fc.uniqueArray(row, { selector: (each) => `${each.workflowId} ${each.contextKeys}`, maxLength: 9 }),
  contextKeys: contexts,
  defaultPreferences: layer,
  userPreferences: fc.option(layer),
});

function workflowRow(layers: Pick<WorkflowRow, 'defaultPreferences' | 'userPreferences'>): WorkflowRow {
  const names = { identifier: 'welcome', name: 'Welcome', tags: [], severity: 'none' } as const;
  return { id: WORKFLOW_ID, ...names, ...layers, updatedAt: NOW, channels: [...CHANNELS], tags: [] };
}

test('a message is sent exactly if the interface shows the channel as on', () => {
  fc.assert(
    fc.property(chosen, ({ rows, contextKeys, ...layers }) => {
      const workflow = workflowRow(layers);
      const { global, workflows } = preferencesWire({ rows, contextKeys }, [workflow], new Map());
      const [answered] = workflows;
      const bulk = preferenceWire({ workflow, rows, contextKeys });
      expect(bulk).toMatchObject({ enabled: answered?.enabled, channels: answered?.channels });
      const condition = answered?.condition ?? global.condition;
      const isLimited = condition === UNMET || global.schedule === SUNDAYS_ONLY;
      for (const name of CHANNELS) {
        const run = sampleRun('email', {
          preferences: rows,
          workflow: layers,
          notification: { contextKeys },
        });
        const kept = checkSchedule(run, NOW, []) ?? checkPreferences(run, name, VARIABLES, NOW);
        const isOn = answered?.channels[name] && (answered.workflow.critical || !isLimited);
        expect(kept === undefined, name).toBe(isOn);
      }
      expect(answered?.workflow.critical).toBe(bulk.workflow?.critical);
      const [unchosen] = preferencesWire({ rows: [], contextKeys }, [workflow], new Map()).workflows;
      if (unchosen?.workflow.critical) expect(answered?.channels).toEqual(unchosen.channels);
    }),
    { numRuns: 500 },
  );
});

const conditions = fc.uniqueArray(
  fc.record({ workflowId: fc.constantFrom(null, WORKFLOW_ID, 'another'), enabled: fc.boolean() }),
  { selector: (each) => each.workflowId, maxLength: 3 },
);

test('a run of a topic is skipped exactly if each subscription excludes it, and never in a critical workflow', async () => {
  const property = fc.asyncProperty(fc.array(conditions, { maxLength: 3 }), fc.boolean(), async (all, critical) => {
    const topics = all.map((_, index) => ({ id: `t${index}`, key: `key-${index}` }));
    const subscriptions = all.map((each, index) => ({ topic: `t${index}`, identifier: 'i', conditions: each }));
    const fanout = { environmentId: 'e', workflowId: WORKFLOW_ID, topics, event: { critical } } as unknown as Fanout;
    const kept = await unmetConditions(fanout, [{ id: 's', subscriberId: 'jane', subscriptions }], NOW);
    const summary = { id: WORKFLOW_ID, identifier: 'welcome', name: 'Welcome', critical, tags: [], severity: 'none' };
    const workflows = new Map([[WORKFLOW_ID, summary as never]]);
    const isOff = all.map((each) => {
      const answered = subscriptionWire('i', each, workflows);
      const ofWorkflow = answered.find(({ workflow }) => workflow) ?? answered.find(({ workflow }) => !workflow);
      return ofWorkflow?.enabled === false;
    });
    expect(kept.has('s')).toBe(!critical && all.length > 0 && isOff.every(Boolean));
  });
  await fc.assert(property, { numRuns: 200 });
});
