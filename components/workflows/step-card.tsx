'use client';

import { ChevronRight, TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { stepTypes } from '#components/status/step-types.tsx';
import { cn } from '#components/ui/cn.ts';
import { Code } from '#components/ui/code.tsx';
import { issuesOf } from '#lib/workflows/issues.ts';
import type { Step } from '#lib/workflows/schema.ts';
import { controlSummary } from './control-summary.ts';
import { StepControls } from './step-controls.tsx';
import type { Target } from './workflow-page.tsx';

interface Props {
  step: Step;
  place: number;
  /** Open, and put the focus on this control. */
  target: Target | undefined;
}

export function StepCard({ step, place, target }: Props) {
  const [open, setOpen] = useState(false);
  const [followed, setFollowed] = useState<Target>();
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  if (target && target !== followed) {
    setFollowed(target);
    setOpen(true);
  }
  useEffect(() => {
    if (!followed) return;
    const control = card.current?.querySelector<HTMLElement>(`[data-control="${CSS.escape(followed.path)}"]`);
    const place = control ?? card.current;
    place?.scrollIntoView({ block: 'center' });
    place?.focus({ preventScroll: true });
  }, [followed]);
  const { word, icon: Icon } = stepTypes[step.type];
  const issues = issuesOf(step);
  const grave = issues.some(({ kind }) => kind === 'control');
  return (
    <div
      ref={card}
      tabIndex={-1}
      className={cn(
        'rounded-lg border bg-surface',
        issues.length === 0 ? 'border-line' : grave ? 'border-bad' : 'border-warn',
      )}
    >
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="focus-inset flex w-full items-center gap-3 rounded-lg px-3.5 py-2.5 text-left transition-colors hover:bg-hover"
        >
          <Icon aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
          <span className="min-w-0 flex-1">
            <span className="flex items-baseline gap-2">
              <span className="truncate font-semibold">{step.name}</span>
              <span className="shrink-0 text-xs text-faint">
                {place}. {word}
              </span>
            </span>
            <span className="block truncate text-muted">
              {controlSummary(step.controls.values) || 'Nothing is set'}
            </span>
          </span>
          {issues.length > 0 && (
            <span className={cn('inline-flex shrink-0 items-center gap-1.5', grave ? 'text-bad' : 'text-warn')}>
              <TriangleAlert aria-hidden className="size-4" />
              {issues.length}
              <span className="sr-only">{issues.length === 1 ? 'issue' : 'issues'}</span>
            </span>
          )}
          <ChevronRight
            aria-hidden
            className={cn('size-4 shrink-0 text-faint transition-transform', open && 'rotate-90')}
          />
        </button>
      </h3>
      {issues[0] && !open && (
        <p className={cn('px-3.5 pb-2.5 pl-[46px] text-pretty', grave ? 'text-bad' : 'text-warn')}>
          {issues[0].message}
        </p>
      )}
      <div id={id}>
        {open && (
          <div className="border-t border-line px-3.5 py-3">
            <StepControls values={step.controls.values} issues={issues} />
            <p className="mt-3 text-xs text-faint">
              In templates of later steps: <Code>{`steps.${step.stepId}`}</Code>
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
