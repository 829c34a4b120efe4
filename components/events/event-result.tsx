'use client';

import { CircleCheck, CircleSlash } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { DryRunSteps } from '#components/explain/dry-run-steps.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { useSubscriberWithId } from '#components/subscribers/use-subscriber-name.ts';
import { buttonClass } from '#components/ui/button-class.ts';
import { cn } from '#components/ui/cn.ts';
import { toneText } from '#components/ui/tone.ts';
import type { TriggerResult } from '#lib/events/schema.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { FollowedRun } from './followed-run.tsx';
import { ActivateButton, PausedNotice } from './paused-workflow.tsx';
import type { EventState } from './use-event.ts';

/** The steps of a dry run, or the run of a trigger, which is followed until it ends. */
export function EventResult({ state }: { state: EventState }) {
  const { trigger, dryRun, to } = state;
  const addresses = useAddresses(state);
  const place = useRef<HTMLDivElement>(null);
  const result = trigger.data ?? dryRun.data;
  useEffect(() => {
    if (result) place.current?.scrollIntoView({ block: 'start' });
  }, [result]);
  return (
    <div ref={place} className="empty:hidden">
      {dryRun.data && <PausedNotice state={state} />}
      {dryRun.data && <DryRunSteps result={dryRun.data} addresses={addresses} />}
      {trigger.data && <Triggered result={trigger.data} state={state} isTopic={'topicKey' in to} />}
    </div>
  );
}

/**
 * Returns the recipient's addresses as the reader sees them on the profile. Empty if overrides may replace them, because
 * another address can have the same masked form.
 */
function useAddresses({ dryRun, overrides, self }: EventState): readonly (string | undefined)[] {
  const id = dryRun.data?.subscriber.subscriberId;
  const known = useSubscriberWithId(id ?? null);
  if (!overrides || Object.keys(overrides).length > 0) return [];
  const email = self?.subscriber.subscriberId === id ? self?.subscriber.email : undefined;
  return [known?.email ?? email, known?.phone ?? undefined];
}

interface TriggeredProps {
  result: TriggerResult;
  state: EventState;
  isTopic: boolean;
}

function Triggered({ result: { status, error, transactionId }, state, isTopic }: TriggeredProps) {
  const rejected = status === 'processed' ? undefined : (REJECTED[status] ?? error?.join(' ') ?? status);
  if (rejected === undefined && transactionId !== undefined && !isTopic)
    return <FollowedRun transactionId={transactionId} />;
  const Icon = rejected ? CircleSlash : CircleCheck;
  return (
    <section
      aria-label="Result"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <p role="status" className="flex items-start gap-2 font-semibold text-pretty">
        <Icon aria-hidden className={cn('mt-0.5 size-5 shrink-0', toneText[rejected ? 'idle' : 'ok'])} />
        {rejected ? `Nothing runs: ${rejected}` : 'The runs of the topic’s subscribers have started.'}
      </p>
      {status === 'trigger_not_active' ? (
        <ActivateButton state={state} />
      ) : (
        <Next workflowId={state.name} transactionId={rejected ? undefined : transactionId} />
      )}
    </section>
  );
}

function Next({ workflowId, transactionId }: { workflowId: string; transactionId: string | undefined }) {
  const { base } = useEnvironment();
  const path = workflowAddress(base, workflowId);
  const here = usePathname();
  if (transactionId === undefined && here === path) return null;
  const href = transactionId === undefined ? path : `${base}/activity?transaction=${encodeURIComponent(transactionId)}`;
  return (
    <Link href={href} className={buttonClass({ size: 'sm' })}>
      {transactionId === undefined ? 'Open the workflow' : 'Open the runs'}
    </Link>
  );
}

/** Texts that replace the API's status codes. For other statuses, the API returns a text. */
const REJECTED: Partial<Record<TriggerResult['status'], string>> = {
  trigger_not_active: 'the workflow is paused.',
  no_workflow_steps_defined: 'the workflow has no steps.',
  no_workflow_active_steps_defined: 'none of the workflow’s steps is active.',
};
