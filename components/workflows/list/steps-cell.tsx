'use client';

import dynamic from 'next/dynamic';
import { StepIcon, stepTypes } from '#components/status/step-types.tsx';
import { cn } from '#components/ui/cn.ts';
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/popover.tsx';
import { counted } from '#lib/text/counted.ts';
import { issuesOf } from '#lib/workflows/issues.ts';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';
import { fittingSteps } from './fitting-steps.ts';

const StepIssues = dynamic(() => import('./step-issues.tsx').then((module) => module.StepIssues), { ssr: false });

type ListedStep = WorkflowListItem['steps'][number];

/** The steps in order, as many as fit into `room` pixels. A step with issues opens to show them. */
export function StepsCell({ workflow, room }: { workflow: WorkflowListItem; room: number }) {
  const { steps } = workflow;
  if (steps.length === 0) return <span className="text-faint">No steps</span>;
  const count = fittingSteps(steps, room);
  const shown = steps.slice(0, count);
  const hidden = steps.slice(count);
  return (
    <span className="inline-flex items-center gap-1 p-px">
      {shown.map((step, index) =>
        step.issues ? (
          <IssueMark key={step.slug} workflow={workflow} step={step} place={index} />
        ) : (
          <StepIcon key={step.slug} type={step.type} className="p-1" />
        ),
      )}
      {hidden.length > 0 && <Hidden steps={hidden} />}
    </span>
  );
}

interface MarkProps {
  workflow: WorkflowListItem;
  step: ListedStep;
  place: number;
}

function IssueMark({ workflow, step, place }: MarkProps) {
  const issues = issuesOf(step);
  const grave = issues.some(({ kind }) => kind === 'control');
  const { icon: Icon, label } = stepTypes[step.type];
  const count = counted(issues.length, 'issue');
  return (
    <Popover>
      <PopoverTrigger
        aria-label={`${label}, step ${place + 1}: ${count}`}
        data-tip={`${label}: ${count}`}
        className={cn(
          'focus-inset touch-area inline-flex h-6 items-center gap-1 rounded-md px-1 text-xs font-semibold transition-colors hover:ring-1 data-[state=open]:ring-1',
          grave ? 'bg-bad-soft text-bad ring-bad' : 'bg-warn-soft text-warn ring-warn',
        )}
      >
        <Icon aria-hidden className="size-4" />
        <span aria-hidden>{issues.length}</span>
      </PopoverTrigger>
      <PopoverContent aria-label={`Issues of step ${place + 1}`} className="w-[min(24rem,92vw)] p-0">
        <StepIssues workflow={workflow} type={step.type} place={place} issues={issues} />
      </PopoverContent>
    </Popover>
  );
}

/** The number of the steps without room. Their types and issues are in the tooltip. */
function Hidden({ steps }: { steps: readonly ListedStep[] }) {
  const issues = steps.flatMap(issuesOf).length;
  const names = steps.map(({ type }) => stepTypes[type].label).join(', ');
  const text = `${names}${issues > 0 ? ` (${counted(issues, 'issue')})` : ''}`;
  return (
    <span data-tip={text} className={cn('shrink-0 text-xs', issues > 0 ? 'font-semibold text-warn' : 'text-muted')}>
      +{steps.length}
      <span className="sr-only">: {text}</span>
    </span>
  );
}
