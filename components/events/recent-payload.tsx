'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { states } from '#components/status/states.ts';
import { failure } from '#components/table/read-error.ts';
import { Select } from '#components/ui/select.tsx';
import { ApiFailure } from '#lib/api/client.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { momentText } from '#lib/time/time.ts';
import { latestRuns } from './use-newest-payload.ts';

interface Props {
  /** Workflow._id */
  workflowId: string;
  onTake: (payload: string) => void;
}

/** Takes the payload of one of the latest runs. The payload of a sensitive workflow is withheld, as everywhere. */
export function RecentPayload({ workflowId, onTake }: Props) {
  const { id } = useEnvironment();
  const client = useQueryClient();
  const latest = notificationQueries.summaries(id, latestRuns(workflowId));
  const runs = useQuery(latest);
  // The run of a trigger appears here too, and its status changes.
  useLiveRuns({ refetch: [latest.queryKey] });
  const [note, setNote] = useState<string>();
  const take = async (runId: string) => {
    setNote(undefined);
    try {
      const run = await client.fetchQuery(notificationQueries.one(id, runId));
      if (run.withheld) setNote('Withheld: the workflow is sensitive');
      else onTake(JSON.stringify(run.payload ?? {}, null, 2));
    } catch (error) {
      setNote(error instanceof ApiFailure ? failure(error).message : String(error));
    }
  };
  if (!runs.data || runs.data.data.length === 0) return null;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {note && (
        <span role="status" className="min-w-0 truncate text-xs text-warn">
          {note}
        </span>
      )}
      <Select
        label="Payload of a recent run"
        value=""
        options={runs.data.data.map((run) => ({ value: run._id, label: labelOf(run) }))}
        onChange={(runId) => void take(runId)}
        placeholder="From a recent run"
        className="control-sm w-auto text-xs"
      />
    </span>
  );
}

function labelOf({ subscriber, status, createdAt }: RunSummary): string {
  const who = subscriber ? nameOf(subscriber) : 'Unknown subscriber';
  return [who, states[status].label.toLowerCase(), momentText(createdAt)].join(' · ');
}
