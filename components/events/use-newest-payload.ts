import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JsonObject } from '#lib/json/values.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { momentText } from '#lib/time/time.ts';

/** The payload of a run, and the run's ISO 8601 time. */
interface RunPayload {
  payload: JsonObject;
  at: string;
}

interface NewestPayload {
  /** Undefined if the workflow has no run, or if the run's payload cannot be shown. */
  newest: RunPayload | undefined;
  isLoading: boolean;
}

/**
 * Returns the payload of the run that was the newest when the workflow was chosen. Later runs do not change it, because
 * the user reads this payload and triggers with it. `workflowId`: Workflow._id, undefined while the workflow loads.
 */
export function useNewestPayload(environmentId: string, workflowId = ''): NewestPayload {
  const [found, setFound] = useState<{ workflowId: string; newest: RunPayload | undefined }>();
  const isKnown = workflowId === '' || found?.workflowId === workflowId;
  const latest = notificationQueries.summaries(environmentId, latestRuns(workflowId));
  const runs = useQuery({ ...latest, enabled: !isKnown, placeholderData: undefined });
  const runId = runs.data?.data[0]?._id ?? '';
  const run = useQuery({ ...notificationQueries.one(environmentId, runId), enabled: !isKnown && runId !== '' });
  const isLoading = !isKnown && (runs.isLoading || run.isLoading);
  const newest = isKnown ? found?.newest : payloadOf(run.data);
  if (!isKnown && !isLoading) setFound({ workflowId, newest });
  return { newest: workflowId === '' ? undefined : newest, isLoading };
}

/** The latest runs of a workflow. All parts of the form share the query. `workflowId`: Workflow._id */
export function latestRuns(workflowId: string) {
  return { templates: [workflowId], page: 0, limit: 10 };
}

/** Returns the run's payload. Undefined if the payload is withheld, or no longer stored. */
export function payloadOf(run: Pick<Notification, 'payload' | 'withheld' | 'createdAt'> | undefined) {
  if (!run?.payload || run.withheld || run.createdAt === undefined) return undefined;
  return { payload: run.payload, at: run.createdAt };
}

/** Returns the text of a payload that the user has not changed, and the origin of its values in words. */
export function untouchedPayload(newest: RunPayload | undefined, example: JsonObject) {
  const payload = newest?.payload ?? example;
  const examples = Object.keys(example).length > 0 ? 'Example values' : undefined;
  return {
    text: JSON.stringify(payload, null, 2),
    source: newest ? `From the run on ${momentText(newest.at)}` : examples,
  };
}
