/**
 * IDs derived from content: of messages, of windows that runs share, of stored steps and workflows. When IDs move in
 * time, the engine’s functions derive these IDs again, so that continued runs find their rows.
 */
import { messageId } from '#lib/engine/attempt/message-id.ts';
import type { RunStep } from '#lib/engine/run-context.ts';
import { digestWindow, limitWindow, type WindowOwner } from '#lib/engine/windows/windows.ts';
import { stepKeyOf } from '#lib/events/triggered-workflow.ts';
import { idTime } from '#lib/id.ts';
import { snapshotId, type WorkflowSnapshot } from '#lib/workflows/snapshots.ts';

export type Row = Record<string, unknown> & { id: string };

/** The part of a derived ID's content that its row lacks: the target of a message, or the owner of a window. */
export type Origin = { target: string } | { owner: WindowOwner; key: unknown };

/** The ID of a row in its environment. Undefined for rows whose IDs are not derived. */
export function derivedId(
  table: string,
  row: Row,
  origin: Origin | undefined,
  environmentId: string,
): string | undefined {
  if (table === 'workflow_snapshots') return snapshotId(snapshotOf(row));
  if (table === 'job_steps') return stepKeyOf(stepOf(row.content as RunStep));
  if (origin === undefined) return undefined;
  if ('target' in origin) return messageId(environmentId, String(row.job_id), origin.target, idTime(row.id));
  return table === 'digest_windows' ? digestWindow(origin.owner, origin.key) : limitWindow(origin.owner, origin.key);
}

/** The hashed content with its keys in their order, which JSON in the database does not preserve. */
function snapshotOf(row: Row): WorkflowSnapshot {
  const {
    workflow_id: workflowId,
    severity,
    critical,
    channels,
    tags,
    template,
    settings,
  } = row as unknown as StoredSnapshot;
  const { identifier, description, defaultPreferences, userPreferences } = settings;
  return {
    workflowId,
    severity,
    critical,
    channels,
    tags,
    template: {
      ...template,
      triggers: template.triggers.map(({ type, identifier, variables }) => ({ type, identifier, variables })),
    },
    settings: { identifier, description, defaultPreferences, userPreferences },
  };
}

type StoredSnapshot = Omit<WorkflowSnapshot, 'workflowId' | 'settings'> & {
  workflow_id: string;
  settings: NonNullable<WorkflowSnapshot['settings']>;
};

function stepOf({ id, stepId, name, type, controls, filters, shouldStopOnFail }: RunStep): RunStep {
  return { id, stepId, name, type, controls, filters, shouldStopOnFail };
}

/** Finds the origins of IDs, from the rows that were written before and with them. */
export class Origins {
  readonly #environmentId: string;
  /** By table and ID. */
  readonly #rows = new Map<string, Row>();
  /** By subscriber. */
  readonly #channels = new Map<string, Set<string>>();

  constructor(environmentId: string) {
    this.#environmentId = environmentId;
  }

  see(table: string, row: Row): void {
    if (['payloads', 'notifications', 'jobs', 'job_steps'].includes(table)) this.#rows.set(`${table} ${row.id}`, row);
    if (table !== 'subscriber_channels') return;
    const known = this.#channels.get(String(row.subscriber_id)) ?? new Set();
    for (const target of [
      `chat:${row.id}`,
      ...(row.device_tokens as string[]).map((token) => `push:${row.id}:${token}`),
    ])
      known.add(target);
    this.#channels.set(String(row.subscriber_id), known);
  }

  /** The origin of a new row's ID. `jobs` are the IDs of the jobs that changed in the same transaction. */
  of(table: string, row: Row, jobs: readonly string[]): Origin | undefined {
    const candidates =
      table === 'messages' ? this.#targets(row) : /^(digest|throttle)_windows$/.test(table) ? this.#owners(jobs) : [];
    for (const origin of candidates) if (derivedId(table, row, origin, this.#environmentId) === row.id) return origin;
    if (table === 'messages' || candidates.length > 0)
      throw new Error(`No rule derives the ID of ${JSON.stringify(row)}`);
    return undefined;
  }

  #targets(row: Row): Origin[] {
    const own = this.#channels.get(String(row.subscriber_id)) ?? [];
    return ['email', 'sms', 'in_app', 'no address', ...own].map((target) => ({ target }));
  }

  /** The runs that may share the window, each with the values that its key may have. */
  #owners(jobs: readonly string[]): Origin[] {
    return jobs.flatMap((id) => {
      const job = this.#rows.get(`jobs ${id}`);
      const run = this.#rows.get(`notifications ${job?.notification_id}`);
      const step = this.#rows.get(`job_steps ${job?.step_key}`)?.content as RunStep | undefined;
      if (!run || !step) return [];
      const notification = { subscriberId: String(run.subscriber_id), contextKeys: run.context_keys as string[] };
      const { payload } = this.#rows.get(`payloads ${run.payload_id}`) ?? run;
      const keys = [null, ...Object.values((payload ?? {}) as object)];
      return keys.map((key) => ({ owner: { job: { step: { id: step.id } }, notification }, key }));
    });
  }
}
