'use client';

import { PanelLeftOpen } from 'lucide-react';
import { stepTypes } from '#components/status/step-types.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { AddStepMenu } from '#components/workflows/add-step-menu.tsx';
import { useAddStep } from '#components/workflows/step-flow.tsx';
import { useEditor } from './editor-context.tsx';
import { issueCount } from './editor-steps.ts';

/** The steps as a strip of icons, which leaves room for the open step. */
export function StepStrip({ onUnfold }: { onUnfold: () => void }) {
  const { steps, place, readOnly } = useEditor();
  const add = useAddStep();
  return (
    <section aria-label="Steps" className="flex flex-col items-center gap-2 py-2.5">
      <Button variant="ghost" size="icon" aria-label="Show the steps" data-tip="Show the steps" onClick={onUnfold}>
        <PanelLeftOpen aria-hidden />
      </Button>
      <ol className="flex flex-col items-center gap-1">
        {steps.map((step) => {
          const { icon: Icon, label } = stepTypes[step.type];
          const isOpen = place.stepId === step.stepId;
          const count = issueCount(step);
          return (
            <li key={place.keyOf(step.stepId)}>
              <button
                type="button"
                aria-current={isOpen || undefined}
                data-tip={`${step.place}. ${step.name}`}
                onClick={() => place.open(step.stepId)}
                className={cn(
                  'focus-inset relative grid size-9 place-items-center rounded-md transition-colors hover:bg-hover',
                  isOpen ? 'bg-accent-soft text-accent-text' : 'text-muted',
                )}
              >
                <Icon aria-hidden className="size-5" strokeWidth={1.75} />
                <span className="sr-only">
                  {step.name} {step.place}. {label}
                  {count > 0 && ` ${count} ${count === 1 ? 'issue' : 'issues'}`}
                </span>
                {count > 0 && (
                  <span
                    aria-hidden
                    className={cn(
                      'absolute top-1 right-1 size-2 rounded-full',
                      Object.keys(step.contentIssues).length > 0 ? 'bg-bad' : 'bg-warn',
                    )}
                  />
                )}
              </button>
            </li>
          );
        })}
      </ol>
      <AddStepMenu compact label="Add step" disabledReason={readOnly} onAdd={(type) => add(type, steps.length)} />
    </section>
  );
}
