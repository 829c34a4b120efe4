'use client';

import { History, Square } from 'lucide-react';
import { useState } from 'react';
import { useWhyNot } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Select } from '#components/ui/select.tsx';
import { replayed } from '#lib/replay/client.ts';
import type { WorkflowWriteBody } from '#lib/workflows/client.ts';
import { ReplayDifferences } from './replay-differences.tsx';
import { ReplaySummary } from './replay-summary.tsx';
import { useReplay } from './use-replay.ts';

interface Props {
  /** The workflow's identifier. */
  workflowId: string;
  /** The unsaved changes. Undefined if there are none. */
  draft: WorkflowWriteBody | undefined;
}

const COUNTS = ['20', '50', '100', '200'] as const;
type Count = (typeof COUNTS)[number];

/** Plays the newest runs with the unsaved changes, and shows the differences from the saved workflow. */
export function Replay({ workflowId, draft }: Props) {
  const denied = useWhyNot('events:trigger');
  const [count, setCount] = useState<Count>('200');
  const { result, isRunning, error, start, stop } = useReplay();
  const unchanged = draft ? undefined : 'There are no unsaved changes to compare';
  const run = (reveal: boolean) => draft && start({ workflowId, workflow: draft, runs: Number(count), reveal });
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="text-pretty text-muted">
        Replays the newest runs twice, with the saved workflow and with your unsaved changes, and shows the differences.
        Each run keeps its payload, its time and the responses of its HTTP steps. Subscribers, preferences and
        integrations are the current ones. Nothing is sent.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Number of runs"
          value={count}
          options={COUNTS.map((value) => ({ value, label: `The last ${value} runs` }))}
          onChange={setCount}
          className="w-auto"
          disabled={isRunning}
        />
        <Button variant="primary" disabledReason={denied ?? unchanged} pending={isRunning} onClick={() => run(false)}>
          <History aria-hidden />
          Replay
        </Button>
        {isRunning && (
          <Button onClick={stop}>
            <Square aria-hidden />
            Stop
          </Button>
        )}
      </div>
      {unchanged && (
        <p className="text-faint">Change the workflow first: without unsaved changes nothing can differ.</p>
      )}
      {isRunning && <Progress done={result ? replayed(result) : 0} all={Number(count)} />}
      {error && <ErrorState title="The replay failed" {...failure(error)} onRetry={() => run(false)} />}
      {result && <ReplaySummary result={result} isRunning={isRunning} onReveal={() => run(true)} />}
      {result && result.differences.length > 0 && <ReplayDifferences result={result} />}
    </div>
  );
}

function Progress({ done, all }: { done: number; all: number }) {
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label="Replayed runs"
        aria-valuenow={done}
        aria-valuemax={all}
        className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${(100 * done) / all}%` }} />
      </div>
      <span className="text-xs text-muted tabular-nums">
        {done} of {all} runs
      </span>
    </div>
  );
}
