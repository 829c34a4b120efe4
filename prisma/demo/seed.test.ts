import { beforeAll, describe, expect, it } from 'vitest';
import { isId } from '#lib/api/wire.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { idTime } from '#lib/id.ts';
import { StepFilter } from '#lib/integrations/filter.ts';
import { EmailBlock, MessageCta } from '#lib/messages/schema.ts';
import { MESSAGE_STATUSES } from '#lib/messages/statuses.ts';
import { JOB_STATUSES } from '#lib/notifications/job-statuses.ts';
import { EXECUTION_DETAIL_STATUSES, Job } from '#lib/notifications/schema.ts';
import { parseReason, summaryOf } from '#lib/reasons/registry.ts';
import { STEPS } from '#lib/steps/index.ts';
import { CONTENT_ISSUE_TYPES } from '#lib/steps/issues.ts';
import { changesBetween } from '#lib/workflows/changes.ts';
import { integrationIssues } from '#lib/workflows/integration-issues.ts';
import { WorkflowDefinition } from '#lib/workflows/schema.ts';
import { type HistoryBatch, makeHistory } from './history.ts';
import { seededRandom } from './random.ts';
import type { Base, JsonObject } from './rows.ts';
import { makeWorld, type World } from './world.ts';

const NOW = new Date('2026-03-18T10:20:30.400Z');
const base = (): Base => ({
  organizationId: 'a'.repeat(24),
  environmentId: 'b'.repeat(24),
  userId: 'c'.repeat(24),
  userEmail: 'owner@example.com',
  now: NOW,
  random: seededRandom(7),
  seal: {
    credentials: (_, credentials) => credentials,
    channelWebhook: (_, url) => url,
    messageWebhook: (_, url) => url,
  },
});

let world: World;
let history: HistoryBatch;

beforeAll(() => {
  world = makeWorld(base());
  history = historyOf(world);
}, 60_000);

function historyOf(of: World): HistoryBatch {
  const whole: HistoryBatch = {
    triggers: [],
    notifications: [],
    notificationTopics: [],
    jobs: [],
    details: [],
    messages: [],
  };
  for (const batch of makeHistory(of)) {
    whole.triggers.push(...batch.triggers);
    whole.notifications.push(...batch.notifications);
    whole.notificationTopics.push(...batch.notificationTopics);
    whole.jobs.push(...batch.jobs);
    whole.details.push(...batch.details);
    whole.messages.push(...batch.messages);
  }
  return whole;
}

const values = <T, K>(rows: readonly T[], value: (row: T) => K) => new Set(rows.map(value));

describe('the company', () => {
  it('has about two thousand subscribers, some of whom left', () => {
    const left = world.people.filter(({ deletedAt }) => deletedAt);
    expect(world.people.length - left.length).toBe(2000);
    expect(left.length).toBeGreaterThan(5);
    const names = values(world.people, ({ row }) => row.subscriber_id);
    expect(names.size).toBe(world.people.length);
  });

  it('has twelve sandboxed integrations of every channel, one primary each for e-mail and SMS', () => {
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

  it('shows an inbox that is not connected', () => {
    const active = Object.values(world.integrations)
      .filter((integration) => integration.active && integration.kind === 'delivery')
      .map(({ name, channel, primary, connected }) => ({ name, channel: channel as 'in_app', primary, connected }));
    expect(integrationIssues('in_app', active)?.in_app?.[0]?.issueType).toBe('INBOX_NOT_CONNECTED');
    expect(integrationIssues('email', active)).toBeUndefined();
  });

  it('has twelve workflows with all ten step types, every content issue and every status', () => {
    const { all } = world.workflows;
    expect(all).toHaveLength(12);
    const steps = all.flatMap((workflow) => workflow.steps.map(({ row }) => row));
    const types = values(steps, ({ type }) => type);
    expect(types.size).toBe(10);
    for (const type of types) expect(STEPS).toHaveProperty(String(type));
    const issues = steps.flatMap(({ control_issues }) => Object.values(control_issues ?? {}).flat() as JsonObject[]);
    expect(values(issues, ({ issueType }) => issueType)).toEqual(new Set(CONTENT_ISSUE_TYPES));
    expect(all.filter(({ row }) => !row.active).length).toBeGreaterThan(0);
    expect(
      all.filter(({ row, steps }) => row.active && steps.some((step) => step.row.control_issues)).length,
    ).toBeGreaterThan(0);
    expect(all.filter(({ row }) => (row.default_preferences.all as JsonObject).readOnly).length).toBeLessThanOrEqual(2);
    expect(values(all, ({ row }) => row.severity)).toEqual(new Set(['high', 'medium', 'low', 'none']));
  });

  it('has the issues that the analyser finds, each where somebody can see why', () => {
    const told = world.workflows.all.flatMap(({ row, steps }) =>
      steps.flatMap(({ row: step }) =>
        Object.entries(step.control_issues ?? {}).map(([path, list]) => {
          const types = (list as JsonObject[]).map(({ issueType }) => issueType);
          return `${row.identifier} ${step.step_id} ${path}: ${types.join(', ')}`;
        }),
      ),
    );
    expect(told.sort()).toEqual([
      'loyalty-statement note-in-the-shop body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE',
      'loyalty-statement note-in-the-shop primaryAction.redirect.url: INVALID_URL',
      'loyalty-statement statement-by-e-mail body: ILLEGAL_VARIABLE_IN_CONTROL_VALUE, INVALID_FILTER_ARG_IN_VARIABLE',
      'loyalty-statement statement-by-e-mail subject: MISSING_VALUE',
      'win-back wait-a-good-while amount: TIER_LIMIT_EXCEEDED',
      'win-back wait-a-good-while unit: TIER_LIMIT_EXCEEDED',
    ]);
    const emails = world.workflows.all.flatMap(({ steps }) => steps.filter(({ row: { type } }) => type === 'email'));
    const controls = emails.map(({ row }) => row.control_values);
    expect(values(controls, ({ editorType }) => editorType)).toEqual(new Set(['block', 'html']));
    expect(values(controls, (each) => each.layoutId)).toEqual(new Set([null, undefined]));
  });

  it('keeps the versions that led to its workflows, in order, the last one as it is', () => {
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
    for (const { row } of world.workflows.all.flatMap(({ steps }) => steps)) {
      const { controls } = STEPS[row.type as keyof typeof STEPS];
      expect(controls.safeParse(row.control_values).error, `${row.name}`).toBeUndefined();
    }
  });
});

describe('the reasons of the history', () => {
  it('say of every job that ended, or waits, why', () => {
    const untold = history.jobs.filter(
      ({ status, reason }) => !['pending', 'queued', 'running'].includes(status) && parseReason(reason) === undefined,
    );
    const about = untold.map(({ id, type, status }) => ({
      job: `${type} ${status}`,
      details: history.details.filter(({ job_id }) => job_id === id).map(({ detail }) => detail),
    }));
    expect(about).toEqual([]);
  });

  it('are of many kinds, each as the registry has it', () => {
    const stored = history.details.flatMap(({ reason }) => reason ?? []);
    expect(stored.every((reason) => parseReason(reason) !== undefined)).toBe(true);
    expect(values(stored, ({ code }) => code).size).toBeGreaterThan(25);
    expect(stored.filter((reason) => /no details|undefined/.test(summaryOf(reason)))).toEqual([]);
  });
});

describe('the history', () => {
  it('has 20,000 notifications of thirty days and their messages', () => {
    expect(history.notifications).toHaveLength(20_000);
    expect(history.messages.length).toBeGreaterThan(5_000);
    expect(values(history.notifications, ({ snapshot_id }) => snapshot_id).size).toBe(12);
    expect(values(history.triggers, ({ transaction_id }) => transaction_id).size).toBe(history.triggers.length);
  });

  it('covers every job status, detail status and source, message status and channel', () => {
    expect(values(history.jobs, ({ status }) => status)).toEqual(new Set(JOB_STATUSES));
    expect(values(history.details, ({ status }) => status)).toEqual(new Set(EXECUTION_DETAIL_STATUSES));
    expect(values(history.details, ({ source }) => source)).toEqual(
      new Set(['Credentials', 'Internal', 'Payload', 'Webhook']),
    );
    expect(values(history.messages, ({ status }) => status)).toEqual(new Set(MESSAGE_STATUSES));
    expect(values(history.messages, ({ channel }) => channel).size).toBe(5);
  });

  it('covers what is rare', () => {
    const { details, jobs, messages, notifications, notificationTopics } = history;
    const left = values(
      world.people.filter(({ deletedAt }) => deletedAt),
      ({ row }) => row.id,
    );
    const rare: Record<string, unknown[]> = {
      retries: details.filter(({ is_retry }) => is_retry),
      tests: details.filter(({ is_test }) => is_test),
      overrides: messages.filter(({ overrides }) => overrides),
      feeds: messages.filter(({ feed_id }) => feed_id),
      blocks: messages.filter(({ content }) => Array.isArray(content)),
      snoozed: messages.filter(({ snoozed_until }) => snoozed_until),
      deliveredTwice: messages.filter(({ delivered_at }) => delivered_at.length > 1),
      answered: messages.filter(({ cta }) => (cta.action as JsonObject | undefined)?.status === 'done'),
      extended: jobs.filter(({ schedule_extensions_count }) => schedule_extensions_count),
      digests: jobs.filter(({ digest }) => (digest?.events as unknown[] | undefined)?.length),
      digested: notifications.filter(({ digested_notification_id }) => digested_notification_id),
      controls: notifications.filter(({ controls }) => controls),
      contexts: notifications.filter(({ context_keys }) => context_keys.length > 1),
      subscriptions: notificationTopics.filter(({ subscription_id }) => subscription_id),
      offInWorkflow: details.filter(({ detail }) => detail === 'Step filtered by workflow preferences'),
      outOfHours: details.filter(({ detail }) => detail.includes('schedule') && detail.includes('outside')),
      ofThoseWhoLeft: notifications.filter(({ subscriber_id }) => left.has(subscriber_id)),
    };
    expect(
      Object.entries(rare)
        .filter(([, rows]) => rows.length === 0)
        .map(([name]) => name),
    ).toEqual([]);
    expect(values(jobs, ({ digest }) => digest?.type)).toEqual(new Set([undefined, 'regular', 'backoff', 'timed']));
  });

  it('keeps ids that say when, and nothing in the future', () => {
    for (const rows of [history.notifications, history.jobs, history.details, history.messages]) {
      const wrong = rows.filter(
        (row) => !isId(row.id) || idTime(row.id).getTime() !== row.created_at.getTime() || row.created_at > NOW,
      );
      expect(wrong).toEqual([]);
    }
    expect(history.jobs.filter(({ updated_at }) => updated_at > NOW)).toEqual([]);
    expect(history.messages.filter(({ updated_at }) => updated_at > NOW)).toEqual([]);
  });

  it('tells one story: what a job says of itself is what its details and messages say', () => {
    const details = Map.groupBy(history.details, ({ job_id }) => job_id);
    const messages = Map.groupBy(history.messages, ({ job_id }) => job_id);
    for (const job of history.jobs) {
      const told = details.get(job.id) ?? [];
      const sent = (messages.get(job.id) ?? []).some(
        ({ status, seen }) => status === 'sent' || seen || status === 'warning',
      );
      const failed = told.some(({ status }) => status === 'Failed');
      if (job.status === 'failed') expect(failed, job.id).toBe(true);
      if (job.status === 'skipped') expect(told.length, job.id).toBeGreaterThan(0);
      if (job.status === 'completed' && job.integration_id) expect(sent, job.id).toBe(true);
      if (job.status === 'pending' || job.status === 'merged') expect(messages.has(job.id), job.id).toBe(false);
    }
  });

  it('has no text left unrendered', () => {
    const unrendered = history.messages.filter(({ subject, title, content }) =>
      /\{\{|\{%|undefined|NaN/.test(`${subject}${title}${JSON.stringify(content)}`),
    );
    expect(unrendered.map(({ content, subject, title }) => ({ content, subject, title }))).toEqual([]);
  });

  it('fits the schemas of the wire', () => {
    for (const { cta, content } of history.messages) {
      MessageCta.parse(cta);
      if (Array.isArray(content)) for (const block of content) EmailBlock.parse(block);
    }
    const { step, digest } = Job.shape;
    for (const job of history.jobs) {
      step.parse(job.step);
      digest.parse(job.digest ?? undefined);
    }
  });

  it('comes out the same from the same seed, and another from another', () => {
    const told = story(world, history);
    const again = makeWorld(base());
    expect(story(again, historyOf(again))).toEqual(told);
    const other = makeWorld({ ...base(), random: seededRandom(8) });
    expect(other.people.map(({ row }) => row.email)).not.toEqual(world.people.map(({ row }) => row.email));
  });
});

/**
 * A hash over the last rows of each part of the company and of its history, which depend on all earlier random numbers.
 * Ids are new each time, so each is replaced by its position among them.
 */
function story({ random: _, seal: __, ...company }: World, batch: HistoryBatch): Record<string, string> {
  const places = new Map<string, number>();
  const placeOf = (id: string) => {
    if (!places.has(id)) places.set(id, places.size);
    return `id ${places.get(id)}`;
  };
  const digest = (rows: unknown) => {
    const text = JSON.stringify(Array.isArray(rows) ? rows.slice(-1000) : (rows ?? null));
    return sha256Hex(text.replace(/[0-9a-f]{24}/g, placeOf));
  };
  return Object.fromEntries(Object.entries({ ...batch, ...company }).map(([part, rows]) => [part, digest(rows)]));
}
