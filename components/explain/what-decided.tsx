'use client';

import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { stepTypes } from '#components/status/step-types.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { ExplainedRun, ExplainedStep, Explanation } from '#lib/explain/schema.ts';
import type { ReasonLayer } from '#lib/reasons/definition.ts';

/** Who or what decided: the step or the setting, in which run, and when. */
export function WhatDecided({ answer: { decisive } }: { answer: Explanation }) {
  const { base } = useEnvironment();
  const { layer, step, earlier, cause, run, joined, at } = decisive;
  if (!step && !run && !at) return null;
  return (
    <section aria-label="What decided it">
      <div className="rounded-lg border border-line bg-surface px-4 py-3">
        <h3 className="mb-1.5 text-xs font-medium text-faint">What decided it</h3>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{DECIDED_BY[layer]}</span>
          {earlier ? (
            <>
              <Step step={step} />
              <span className="text-faint">{cause ? 'was cancelled after' : 'waits for'}</span>
              <Step step={earlier} />
            </>
          ) : (
            <Step step={step} />
          )}
          {at && <RelativeTime value={at} absolute className="ml-auto text-xs text-faint max-sm:ml-0" />}
        </p>
        {(run || joined) && (
          <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
            {run && (
              <RunLink base={base} run={run}>
                {joined ? 'The run that it went out with' : 'Open the run'}
              </RunLink>
            )}
            {joined && (
              <RunLink base={base} run={joined}>
                The run that joined
              </RunLink>
            )}
          </p>
        )}
      </div>
    </section>
  );
}

const DECIDED_BY = {
  trigger: 'The trigger',
  topic: 'The topic',
  workflow: 'The workflow',
  step: 'The step',
  preference: 'A preference',
  subscriber: 'The subscriber’s data',
  integration: 'The integrations',
  provider: 'The provider',
  engine: 'Somebody, or Belfry itself',
} as const satisfies Record<ReasonLayer, string>;

function Step({ step }: { step: ExplainedStep | undefined }) {
  if (!step) return null;
  const { icon: Icon, label } = stepTypes[step.type];
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-muted">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{step.name || label}</span>
    </span>
  );
}

interface RunLinkProps {
  base: string;
  run: ExplainedRun;
  children: ReactNode;
}

function RunLink({ base, run, children }: RunLinkProps) {
  return (
    <Link
      href={`${run.environment === undefined ? base : `/${run.environment}`}/activity?run=${run._id}`}
      className="inline-flex items-center gap-1 rounded-sm font-medium text-accent-text hover:underline"
    >
      {children}
      <ArrowRight aria-hidden className="size-3.5" />
    </Link>
  );
}
