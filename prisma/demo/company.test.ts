import { describe, expect, it } from 'vitest';
import { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import { STEPS } from '#lib/steps/index.ts';
import { CONTENT_ISSUE_TYPES } from '#lib/steps/issues.ts';
import { changesBetween } from '#lib/workflows/changes.ts';
import { integrationIssues } from '#lib/workflows/integration-issues.ts';
import { WorkflowDefinition } from '#lib/workflows/version-schema.ts';
import { MADE_BY } from './archive.ts';
import { makePlan } from './plan.ts';
import { seededRandom } from './random.ts';
import type { JsonObject } from './rows.ts';
import { COMPANY_AT } from './timeline.ts';
import { makeWorld } from './world.ts';

const worldOf = (seed: number) => makeWorld({ ...MADE_BY, now: COMPANY_AT, random: seededRandom(seed) });
const world = worldOf(7);
const values = <T, K>(rows: readonly T[], value: (row: T) => K) => new Set(rows.map(value));

describe('the company', () => {
  it('has about two thousand subscribers, some of whom leave', () => {
    const leaving = world.people.filter(({ leavesAt }) => leavesAt);
    expect(world.people.length - leaving.length).toBe(2000);
    expect(leaving.length).toBeGreaterThan(5);
    const hours = leaving.map(({ leavesAt }) => ((leavesAt?.getTime() ?? 0) / 3_600_000) % 24);
    expect(hours.filter((hour) => hour < 9 || hour > 17)).toEqual([]);
    expect(new Set(hours).size).toBe(hours.length);
    const names = values(world.people, ({ row }) => row.subscriber_id);
    expect(names.size).toBe(world.people.length);
  });

  it('has twelve sandboxed integrations of every channel, one primary each for email and SMS', () => {
    const all = Object.values(world.integrations);
    expect(all).toHaveLength(12);
    expect(all.every(({ sandbox }) => sandbox)).toBe(true);
    expect(
      values(
        all.filter(({ active }) => active),
        ({ channel }) => channel,
      ),
    ).toEqual(new Set(['email', 'sms', 'chat', 'push', 'in_app', null]));
    expect(all.filter(({ active, channel }) => active && channel === 'email').length).toBeGreaterThan(1);
    expect(all.filter(({ primary }) => primary).map(({ channel }) => channel)).toEqual(['email', 'sms']);
    expect(all.filter(({ kind }) => kind === 'agent')).toHaveLength(1);
    expect(all.filter(({ active }) => !active)).toHaveLength(1);
    for (const condition of all.flatMap(({ conditions }) => conditions)) StepFilter.parse(condition);
  });

  it('has a connected inbox for its in-app messages, because people read them', () => {
    const active = Object.values(world.integrations)
      .filter((integration) => integration.active && integration.kind === 'delivery')
      .map(({ name, channel, primary, connected }) => ({ name, channel: channel as 'in_app', primary, connected }));
    for (const channel of ['in_app', 'email', 'sms']) expect(integrationIssues(channel, active)).toBeUndefined();
  });

  it('has workflows with all ten step types, every content issue and every severity', () => {
    const { all } = world.workflows;
    expect(all).toHaveLength(13);
    const steps = all.flatMap((workflow) => workflow.steps);
    const types = values(steps, ({ type }) => type);
    expect(types.size).toBe(10);
    for (const type of types) expect(STEPS).toHaveProperty(String(type));
    const issues = steps.flatMap(({ control_issues }) => Object.values(control_issues ?? {}).flat() as JsonObject[]);
    expect(values(issues, ({ issueType }) => issueType)).toEqual(new Set(CONTENT_ISSUE_TYPES));
    expect(
      all.filter(({ row, steps }) => row.active && steps.some((step) => step.control_issues)).length,
    ).toBeGreaterThan(0);
    expect(all.filter(({ row }) => (row.default_preferences.all as JsonObject).readOnly).length).toBeLessThanOrEqual(2);
    expect(values(all, ({ row }) => row.severity)).toEqual(new Set(['high', 'medium', 'low', 'none']));
  });

  it('has the issues that the analyser finds, each where its cause is visible', () => {
    const issues = world.workflows.all.flatMap(({ row, steps }) =>
      steps.flatMap((step) =>
        Object.entries(step.control_issues ?? {}).map(([path, list]) => {
          const types = (list as JsonObject[]).map(({ issueType }) => issueType);
          return `${row.identifier} ${step.step_id} ${path}: ${types.join(', ')}`;
        }),
      ),
    );
    expect(issues.sort()).toEqual([
      'loyalty-statement note-in-the-shop body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE',
      'loyalty-statement note-in-the-shop primaryAction.redirect.url: INVALID_URL',
      'loyalty-statement statement-by-email body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE, INVALID_FILTER_ARG_IN_VARIABLE',
      'loyalty-statement statement-by-email subject: MISSING_VALUE',
      'win-back wait-a-good-while amount: TIER_LIMIT_EXCEEDED',
      'win-back wait-a-good-while unit: TIER_LIMIT_EXCEEDED',
    ]);
    const emails = world.workflows.all.flatMap(({ steps }) => steps.filter(({ type }) => type === 'email'));
    const controls = emails.map(({ control_values }) => control_values);
    expect(values(controls, ({ editorType }) => editorType)).toEqual(new Set(['block', 'html']));
    expect(values(controls, (each) => each.layoutId)).toEqual(new Set([null, undefined]));
  });

  it('has the versions of its workflows in order, and the last one equals the workflow', () => {
    for (const { row, versions } of world.workflows.all) {
      expect(versions.length, row.identifier).toBeGreaterThan(2);
      expect(versions.map(({ version }) => version)).toEqual(versions.map((_, at) => at + 1));
      const times = versions.map(({ created_at }) => created_at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      for (const [at, { definition }] of versions.entries()) {
        WorkflowDefinition.parse(definition);
        const before = versions[at - 1];
        if (before) expect(changesBetween(before.definition, definition), `${row.identifier} ${at}`).not.toEqual([]);
      }
      expect(versions.at(-1)).toMatchObject({ version: row.version, definition: { name: row.name, tags: row.tags } });
    }
  });

  it('keeps controls that their step types accept', () => {
    for (const { type, name, control_values } of world.workflows.all.flatMap(({ steps }) => steps)) {
      const { controls } = STEPS[type as keyof typeof STEPS];
      expect(controls.safeParse(control_values).error, name).toBeUndefined();
    }
  });
});

describe('its plan', () => {
  it('is the same for the same seed, and different for another', () => {
    const plan = JSON.stringify(makePlan(world)).replace(/[0-9a-f]{24}/g, 'id');
    expect(JSON.stringify(makePlan(worldOf(7))).replace(/[0-9a-f]{24}/g, 'id')).toBe(plan);
    expect(JSON.stringify(makePlan(worldOf(8))).replace(/[0-9a-f]{24}/g, 'id')).not.toBe(plan);
  });
});
