'use client';

import { useState } from 'react';
import { StateMark } from '#components/status/state-mark.tsx';
import { detailStates } from '#components/status/states.ts';
import { CodeBlock } from '#components/ui/code.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { detailText } from '#lib/notifications/run-status.ts';
import type { ExecutionDetail, Job } from '#lib/notifications/schema.ts';
import { findProvider } from '#lib/providers/catalogue.ts';
import type { About } from '#lib/reasons/definition.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import { clockTime } from '#lib/time.ts';

/** The events of one step, in the order in which they happened. */
export function StepDetails({ job, about }: { job: Job; about: About }) {
  const events = job.digest?.events?.length;
  return (
    <div className="mt-1.5 rounded-lg border border-line bg-surface lg:bg-bg">
      {isDelivery(job.type) && (
        <p className="border-b border-line px-3 py-1.5 text-xs text-faint">
          Provider: {findProvider(job.providerId)?.displayName ?? job.providerId}
        </p>
      )}
      {events !== undefined && (
        <p className="border-b border-line px-3 py-1.5 text-xs text-faint">
          Collected {events} {events === 1 ? 'trigger' : 'triggers'}
        </p>
      )}
      {job.executionDetails.length === 0 && <p className="px-3 py-2 text-muted">Nothing has happened here yet.</p>}
      <ol className="py-1">
        {job.executionDetails.map((detail) => (
          <Line key={detail._id} detail={detail} about={about} />
        ))}
      </ol>
    </div>
  );
}

function Line({ detail, about }: { detail: ExecutionDetail; about: About }) {
  const [open, setOpen] = useState(false);
  const text = detailText(detail, about);
  const state = detailStates[detail.status];
  return (
    <li className="px-3 py-1">
      <div className="flex items-start gap-2">
        {state ? (
          <StateMark state={state} show="icon" className="mt-0.5" />
        ) : (
          <span aria-hidden className="mx-1.5 mt-2 size-1 shrink-0 rounded-full bg-line-strong" />
        )}
        <span className="min-w-0 flex-1 text-pretty">
          {text}
          {detail.isRetry && <span className="text-faint"> · retry</span>}
          {detail.isTest && <span className="text-faint"> · test</span>}
        </span>
        {detail.raw && (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="shrink-0 rounded-sm text-xs font-medium text-accent-text hover:underline"
          >
            {open ? 'Hide raw' : 'Raw'}
          </button>
        )}
        {detail.createdAt && (
          <time dateTime={detail.createdAt} className="shrink-0 text-xs leading-5 text-faint">
            {clockTime(detail.createdAt)}
          </time>
        )}
      </div>
      {open && detail.raw && (
        <div className="mt-1.5 mb-1">
          <Raw text={detail.raw} />
        </div>
      )}
    </li>
  );
}

function Raw({ text }: { text: string }) {
  try {
    return <JsonView value={JSON.parse(text)} what="raw detail" />;
  } catch {
    return <CodeBlock>{text}</CodeBlock>;
  }
}
