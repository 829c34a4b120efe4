'use client';

import { Workflow, Zap } from 'lucide-react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { Step } from '#lib/workflows/schema.ts';
import { StepCard } from './step-card.tsx';
import type { Target } from './workflow-page.tsx';

interface Props {
  steps: readonly Step[];
  target: Target | undefined;
}

/** The steps from top to bottom, in the order in which they run. */
export function StepFlow({ steps, target }: Props) {
  if (steps.length === 0) {
    return (
      <EmptyState icon={Workflow} title="This workflow has no steps">
        When it is triggered, an event is recorded and nothing is sent.
      </EmptyState>
    );
  }
  return (
    <ol>
      <li className="flex items-center gap-2 pb-1 text-xs text-faint">
        <span className="grid size-7 place-items-center rounded-full bg-idle-soft text-idle">
          <Zap aria-hidden className="size-4" />
        </span>
        Your code triggers it
      </li>
      {steps.map((step, index) => (
        <li key={step._id}>
          <span aria-hidden className="ml-[13px] block h-4 w-px bg-line-strong/60" />
          <StepCard step={step} place={index + 1} target={target?.stepId === step.stepId ? target : undefined} />
        </li>
      ))}
    </ol>
  );
}
