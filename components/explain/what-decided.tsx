'use client';

import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { stepTypes } from '#components/status/step-types.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { ExplainedRun, ExplainedStep, Explanation } from '#lib/explain/schema.ts';
import type { ReasonLayer } from '#lib/reasons/definition.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { DecidingSteps } from './deciding-steps.tsx';

interface Props {
  answer: Explanation;
  /** The evidence. */
  children: ReactNode;
}

/** The step that decided, the time, the evidence, and links to more. */
export function WhatDecided({ answer, children }: Props) {
  const { base } = useEnvironment();
  const { layer, step, run, joined, at, more = [], ...decisive } = answer.decisive;
  const isSeveral = more.length > 0;
  const messageId = isSeveral ? undefined : decisive.messageId;
  return (
    <section aria-label="What decided it" className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-2 text-xs text-faint">
        <h3 className="font-medium">What decided it</h3>
        {at && <RelativeTime value={at} absolute />}
      </div>
      {isSeveral ? (
        <DecidingSteps answer={answer} />
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {step ? <Place decisive={answer.decisive} /> : <span className="font-medium">{DECIDED_BY[layer]}</span>}
        </p>
      )}
      {children}
      {(run || joined || messageId) && (
        <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
          {run && (
            <RunLink base={base} run={run}>
              {joined ? 'The run that continued the digest' : 'Open the run'}
            </RunLink>
          )}
          {joined && (
            <RunLink base={base} run={joined}>
              The run that joined the digest
            </RunLink>
          )}
          {messageId && <MoreLink href={`${base}/messages/${messageId}`}>Open the message</MoreLink>}
          {run?.workflow.workflowId && run.environment === undefined && (
            <MoreLink href={workflowAddress(base, run.workflow.workflowId)}>Open the workflow</MoreLink>
          )}
        </p>
      )}
    </section>
  );
}

/** The step, and the earlier step for which it waits or whose failure cancelled it. */
function Place({ decisive: { step, earlier, cause } }: Pick<Explanation, 'decisive'>) {
  return (
    <>
      <Step step={step} />
      {earlier && (
        <>
          <span className="text-faint">{cause ? 'was cancelled after' : 'waits for'}</span>
          <Step step={earlier} />
        </>
      )}
    </>
  );
}

/** The name of each layer, shown if no step decided. */
const DECIDED_BY = {
  trigger: 'The trigger',
  topic: 'The topic',
  workflow: 'The workflow',
  step: 'The step',
  preference: 'A preference',
  subscriber: 'The subscriber',
  integration: 'The integrations',
  provider: 'The provider',
  engine: 'Belfry',
} as const satisfies Record<ReasonLayer, string>;

/** The name of a step with its icon: "Text message SMS". */
function Step({ step }: { step: ExplainedStep | undefined }) {
  if (!step) return null;
  const { icon: Icon, label } = stepTypes[step.type];
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="truncate font-medium">{step.name || label}</span>
      {step.name && step.name !== label && <span className="shrink-0 text-faint">{label}</span>}
    </span>
  );
}

interface RunLinkProps {
  base: string;
  run: ExplainedRun;
  children: ReactNode;
}

function RunLink({ base, run, children }: RunLinkProps) {
  const environment = run.environment === undefined ? base : `/${run.environment}`;
  return <MoreLink href={`${environment}/activity?run=${run._id}`}>{children}</MoreLink>;
}

function MoreLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="touch-area inline-flex items-center gap-1 rounded-sm font-medium text-accent-text hover:underline"
    >
      {children}
      <ArrowRight aria-hidden className="size-3.5" />
    </Link>
  );
}
