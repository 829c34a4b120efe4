import { beforeAll, describe, expect, it } from 'vitest';
import { isId } from '#lib/api/wire.ts';
import { idTime } from '#lib/id.ts';
import { EmailBlock, MessageCta } from '#lib/messages/schema.ts';
import { MESSAGE_STATUSES } from '#lib/messages/statuses.ts';
import { EXECUTION_DETAIL_STATUSES } from '#lib/notifications/schema.ts';
import { JOB_STATUSES } from '#lib/notifications/status/job-statuses.ts';
import { parseReason, type Reason, summaryOf } from '#lib/reasons/registry.ts';
import { type Archive, readArchive, type Transaction } from './archive.ts';
import type { Row } from './derived-ids.ts';
import { historyAt } from './load.ts';
import { JANE } from './people.ts';
import { DAYS, moveTo } from './timeline.ts';

const DAY = 86_400_000;
const PLACE = {
  organizationId: 'a'.repeat(24),
  environmentId: 'b'.repeat(24),
  userId: 'c'.repeat(24),
  userEmail: 'owner@example.com',
  apiKeyId: 'd'.repeat(24),
};

type History = Record<string, Row[]>;

const whole = readArchive();

function at(now: Date, archive = whole): History {
  return Object.fromEntries(historyAt(archive, PLACE, now).map(({ name, rows }) => [name, rows]));
}

/** The changes of these tables only. */
function archiveOf(...names: string[]): Archive {
  const isWanted = whole.tables.map(({ name }) => names.includes(name));
  const lines = whole.lines.flatMap((line) => {
    const [time, ...changes] = JSON.parse(line) as Transaction;
    const wanted = changes.filter(([table]) => isWanted[table]);
    return wanted.length > 0 ? [JSON.stringify([time, ...wanted])] : [];
  });
  return { tables: whole.tables, lines };
}

const NOW = new Date('2027-03-18T10:20:30.400Z');
let history: History;
const rows = (table: string) => history[table] ?? [];

beforeAll(() => {
  history = at(NOW);
});

const values = (table: string, column: string) => new Set(rows(table).map((row) => row[column]));
const codeOf = (row: Row) => (row.reason as Reason | null)?.code;

describe('the history at a time', () => {
  it('has a month of runs, up to now, and nothing later', () => {
    const runs = rows('notifications').map(({ id }) => idTime(id).getTime());
    expect(runs.length).toBeGreaterThan(3_500);
    expect(NOW.getTime() - Math.min(...runs)).toBeGreaterThan(29 * DAY);
    expect(NOW.getTime() - Math.min(...runs)).toBeLessThan(DAYS * DAY);
    expect(NOW.getTime() - Math.max(...runs)).toBeLessThan(DAY / 8);
    const changed = ['updated_at', 'created_at', 'last_read_at', 'last_seen_at'];
    for (const [table, all] of Object.entries(history)) {
      const late = all.filter((row) => changed.some((column) => row[column] && new Date(String(row[column])) > NOW));
      expect(late, table).toEqual([]);
    }
  });

  it('keeps the day of the week and the time of the day', () => {
    const summaries = rows('execution_details').filter((row) => codeOf(row) === 'digest_finished');
    const mondays = summaries.filter(({ created_at }) => new Date(String(created_at)).getUTCDay() === 1);
    expect(mondays.length).toBeGreaterThan(20);
    expect(moveTo(NOW) % (7 * DAY)).toBe(0);
  });

  it('has IDs that contain their time', () => {
    for (const table of ['notifications', 'jobs', 'execution_details', 'messages', 'subscribers', 'workflows']) {
      const wrong = rows(table).filter(
        ({ id, created_at }) => !isId(id) || idTime(id).getTime() !== Date.parse(String(created_at)),
      );
      expect(wrong.length, table).toBe(0);
      expect(new Set(rows(table).map(({ id }) => id)).size).toBe(rows(table).length);
    }
  });

  it('refers only to existing rows', () => {
    const ids = (table: string) => new Set(rows(table).map(({ id }) => id));
    const missing = (table: string, column: string, ...others: string[]) => {
      const known = others.map(ids);
      return rows(table).filter((row) => row[column] && !known.some((set) => set.has(row[column] as string)));
    };
    expect(missing('jobs', 'notification_id', 'notifications')).toEqual([]);
    expect(missing('jobs', 'step_key', 'job_steps')).toEqual([]);
    expect(missing('notifications', 'snapshot_id', 'workflow_snapshots')).toEqual([]);
    expect(missing('notifications', 'subscriber_id', 'subscribers', 'deleted_subscribers')).toEqual([]);
    expect(missing('messages', 'job_id', 'jobs')).toEqual([]);
    expect(missing('messages', 'integration_id', 'integrations')).toEqual([]);
    expect(missing('execution_details', 'message_id', 'messages')).toEqual([]);
    expect(missing('work', 'job_id', 'jobs')).toEqual([]);
    expect(missing('digest_windows', 'opener_job_id', 'jobs')).toEqual([]);
    expect(missing('digest_events', 'window_id', 'digest_windows')).toEqual([]);
    expect(missing('topic_subscriptions', 'subscriber_id', 'subscribers')).toEqual([]);
  });

  it('contains no temporary name of its generation', () => {
    expect(JSON.stringify(history)).not.toMatch(/demo-(user|environment|organization|api-key)/);
  });
});

describe('the events of the month', () => {
  it('has a reason for every job that ended or waits', () => {
    const silent = rows('jobs').filter(
      ({ status, reason }) => !['pending', 'queued', 'running'].includes(String(status)) && !parseReason(reason),
    );
    expect(silent).toEqual([]);
    const stored = rows('execution_details').flatMap(({ reason }) => (reason as Reason | null) ?? []);
    expect(stored.filter((reason) => !parseReason(reason) || /undefined|NaN/.test(summaryOf(reason)))).toEqual([]);
  });

  it('mostly contains successes', () => {
    const outcomes = Map.groupBy(rows('notification_outcomes'), ({ outcome }) => outcome);
    const share = (outcome: string) => (outcomes.get(outcome)?.length ?? 0) / rows('notification_outcomes').length;
    expect(share('sent')).toBeGreaterThan(0.7);
    expect(share('failed')).toBeGreaterThan(0.02);
    expect(share('failed')).toBeLessThan(0.1);
    expect(new Set(outcomes.keys())).toEqual(
      new Set(['sent', 'failed', 'skipped', 'throttled', 'merged', 'cancelled']),
    );
  });

  it('has every reason that occurs without people', () => {
    const codes = new Set([...rows('execution_details'), ...rows('jobs'), ...rows('messages')].map(codeOf));
    expect(NATURAL.filter((code) => !codes.has(code))).toEqual([]);
    const refused = new Set(rows('trigger_refusals').map(({ code }) => code));
    expect(refused).toEqual(
      new Set(['workflow_unknown', 'workflow_inactive', 'payload_invalid', 'duplicate_transaction']),
    );
  });

  it('has every status, source and channel', () => {
    const live = ['pending', 'queued', 'running'];
    const ended = JOB_STATUSES.filter((status) => !live.includes(status));
    expect([...values('jobs', 'status')].filter((status) => !live.includes(String(status))).sort()).toEqual(
      ended.sort(),
    );
    for (const status of values('execution_details', 'status')) expect(EXECUTION_DETAIL_STATUSES).toContain(status);
    expect(values('execution_details', 'source')).toEqual(new Set(['Credentials', 'Internal', 'Payload']));
    expect(values('messages', 'status')).toEqual(new Set(MESSAGE_STATUSES));
    expect(values('messages', 'channel')).toEqual(new Set(['in_app', 'email', 'sms', 'chat', 'push']));
  });

  it('has rare events', () => {
    const rare: Record<string, unknown[]> = {
      retries: rows('execution_details').filter(({ is_retry }) => is_retry),
      overrides: [...rows('notifications'), ...rows('payloads')].filter(
        ({ overrides }) => overrides && Object.keys(overrides).length > 0,
      ),
      snoozed: rows('messages').filter(({ snoozed_until }) => snoozed_until),
      archived: rows('messages').filter(({ archived_at }) => archived_at),
      read: rows('messages').filter(({ read }) => read),
      unseen: rows('messages').filter(({ channel, seen }) => channel === 'in_app' && !seen),
      pressed: rows('messages').filter(({ inbox }) => JSON.stringify(inbox ?? {}).includes('"isCompleted":true')),
      extended: rows('jobs').filter(({ schedule_extensions_count }) => schedule_extensions_count),
      digested: rows('notifications').filter(({ digested_notification_id }) => digested_notification_id),
      contexts: rows('notifications').filter(({ context_keys }) => (context_keys as string[]).length > 1),
      subscriptions: rows('notification_topics').filter(({ subscription_id }) => subscription_id),
      left: rows('deleted_subscribers'),
      audited: rows('audit_log').filter(({ action }) => action === 'messages.retry'),
    };
    expect(Object.keys(rare).filter((name) => rare[name]?.length === 0)).toEqual([]);
  });

  it('has staff at work by day', () => {
    const deletions = rows('audit_log').filter(({ action }) => /\.delete$/.test(String(action)));
    const clock = deletions.map(({ created_at }) => String(created_at).slice(11, 19));
    expect(deletions.length).toBeGreaterThan(5);
    expect(clock.filter((time) => time < '08:00:00' || time > '19:00:00')).toEqual([]);
  });

  it('has no unrendered text', () => {
    const unrendered = rows('messages').filter(({ subject, title, content }) =>
      /\{\{|\{%|undefined|NaN/.test(`${subject}${title}${JSON.stringify(content)}`),
    );
    expect(unrendered.map(({ content, subject, title }) => ({ content, subject, title }))).toEqual([]);
    for (const { cta, content } of rows('messages')) {
      MessageCta.parse(cta);
      if (Array.isArray(content)) for (const block of content) EmailBlock.parse(block);
    }
  });

  it('shows why Jane did not get her email', () => {
    const jane = rows('subscribers').find(({ subscriber_id }) => subscriber_id === JANE);
    const runs = new Set(rows('notifications').flatMap((row) => (row.subscriber_id === jane?.id ? row.id : [])));
    const receipts = rows('jobs').filter(
      ({ notification_id, type }) => runs.has(String(notification_id)) && type === 'email',
    );
    const reasons = new Set(receipts.map(codeOf));
    expect(reasons).toContain('sandboxed');
    expect(reasons).toContain('preference_workflow');
  });
});

describe('waiting runs', () => {
  const archive = archiveOf('jobs', 'work', 'notification_outcomes', 'notifications');

  it.each([0, 1, 2, 3, 4, 5, 6])('are the only ones in the queue, %i days later', (days) => {
    const then = new Date(NOW.getTime() + days * DAY + days * 3_600_000);
    const { jobs = [], work = [], notification_outcomes = [], notifications = [] } = at(then, archive);
    const queued = new Set(work.map(({ job_id }) => job_id));
    const waiting = jobs.filter(({ status }) => ['queued', 'delayed'].includes(String(status)));
    expect(waiting.length).toBeGreaterThan(0);
    expect(new Set(waiting.map(({ id }) => id))).toEqual(queued);
    expect(work.every(({ worker_id }) => worker_id === null)).toBe(true);
    const ended = new Set(notification_outcomes.map(({ notification_id }) => notification_id));
    const live = new Set(work.map(({ notification_id }) => notification_id));
    expect(notifications.filter(({ id }) => ended.has(id) === live.has(id)).length).toBe(0);
    expect(work.filter(({ ready_at }) => new Date(String(ready_at)) > then).length).toBeGreaterThan(0);
  });
});

/**
 * The reasons that occur in the company’s history. Others need a dead worker, a provider’s report or a
 * misconfiguration.
 */
const NATURAL = [
  'step_queued',
  'integration_selected',
  'message_created',
  'sandboxed',
  'conditions_matched',
  'skip_condition',
  'filter',
  'render_failed',
  'layout_missing',
  'requested',
  'request_failed',
  'response_invalid',
  'digest_waiting',
  'digest_merged',
  'digest_finished',
  'digest_first',
  'done',
  'throttle_passed',
  'throttled',
  'throttle_invalid',
  'delayed',
  'delay_finished',
  'delay_invalid',
  'extended_to_schedule',
  'outside_schedule',
  'preference_workflow',
  'preference_global',
  'preference_default',
  'preference_condition',
  'suppressed',
  'no_address',
  'no_channel',
  'no_token',
  'token_gone',
  'no_integration',
  'override_unknown',
  'provider_rejected',
  'provider_auth',
  'outbound_blocked',
  'provider_unavailable',
  'provider_rate_limited',
  'retry_waiting',
  'retries_exhausted',
  'earlier_failed',
  'subscriber_deleted',
  'canceled',
  'workflow_deleted',
  'topic_condition',
] as const;
