'use client';

import { Zap } from 'lucide-react';
import { notify } from '#components/ui/notify.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { AddStepMenu } from './add-step-menu.tsx';
import { useEditor } from './editor/editor-context.tsx';
import type { EditorStep } from './editor/editor-steps.ts';
import { copyOf, newStep } from './editor/new-step.ts';
import { failedRunsText, failuresOfStep } from './failed-runs.ts';
import { useFailures } from './failed-runs-link.tsx';
import { type StepAction, StepCard } from './step-card.tsx';

/** The steps from top to bottom, in the order in which they run. */
export function StepFlow() {
  const { steps, place, readOnly } = useEditor();
  const add = useAddStep();
  const action = useStepActions();
  const failures = useFailures();
  return (
    <section aria-label="Steps" className="min-w-0">
      <ol>
        <li>
          <p className="mx-auto flex w-fit items-center gap-1.5 rounded-full bg-idle-soft px-3 py-1 text-xs font-medium text-idle">
            <Zap aria-hidden className="size-3.5" />
            Triggered by your code
          </p>
          <Connector label="Add a step at the start" readOnly={readOnly} onAdd={(type) => add(type, 0)} />
        </li>
        {steps.map((step, at) => (
          <li key={place.keyOf(step.stepId)}>
            <StepCard
              step={step}
              open={place.stepId === step.stepId}
              last={at === steps.length - 1}
              failed={failedRunsText(failuresOfStep(failures, step.stepId), {
                place: 'card',
                hasMore: failures?.hasMore ?? false,
              })}
              readOnly={readOnly}
              onOpen={() => place.open(step.stepId)}
              onAction={(what) => action(what, step)}
            />
            <Connector
              label={`Add a step after “${step.name}”`}
              readOnly={readOnly}
              end={at === steps.length - 1}
              onAdd={(type) => add(type, at + 1)}
            />
          </li>
        ))}
        <li>
          <AddStepMenu
            label={steps.length === 0 ? 'Add the first step' : 'Add step'}
            disabledReason={readOnly}
            onAdd={(type) => add(type, steps.length)}
          />
        </li>
      </ol>
      {steps.length === 0 && (
        <p className="mt-3 text-center text-pretty text-muted">
          Without steps, a trigger is recorded and nothing is sent.
        </p>
      )}
    </section>
  );
}

/** Returns the function that adds a step at an index and opens it. */
export function useAddStep(): (type: WorkflowStepType, at: number) => void {
  const { definition, dispatch, place } = useEditor();
  return (type, at) => {
    const step = newStep(type, definition.steps);
    dispatch({ type: 'insert', at, step, done: `Addition of “${step.name}”` });
    place.open(step.stepId);
  };
}

/** Returns the actions on a step, except editing. */
export function useStepActions(): (what: StepAction, step: EditorStep) => void {
  const { definition, dispatch, place } = useEditor();
  const at = (step: EditorStep) => definition.steps.findIndex(({ stepId }) => stepId === step.stepId);
  return (what, step) => {
    if (what === 'up') dispatch({ type: 'move', stepId: step.stepId, to: at(step) - 1 });
    if (what === 'down') dispatch({ type: 'move', stepId: step.stepId, to: at(step) + 1 });
    if (what === 'duplicate') {
      const copy = copyOf(step, definition.steps);
      dispatch({ type: 'insert', at: at(step) + 1, step: copy, done: `Copy of “${step.name}”` });
      place.open(copy.stepId);
    }
    if (what === 'delete') {
      if (place.stepId === step.stepId) place.close();
      dispatch({ type: 'remove', stepId: step.stepId });
      const action = { label: 'Undo', onClick: () => dispatch({ type: 'undo' }) };
      notify.done(`“${step.name}” is deleted`, { description: 'Saving deletes the step permanently.', action });
    }
  };
}

interface ConnectorProps {
  label: string;
  readOnly: string | undefined;
  /** Whether the connector is the last connector, before the button at the end. */
  end?: boolean;
  onAdd: (type: WorkflowStepType) => void;
}

function Connector({ label, readOnly, end, onAdd }: ConnectorProps) {
  if (readOnly !== undefined || end) return <div aria-hidden className="mx-auto h-6 w-px bg-line-strong" />;
  return (
    <div className="relative flex h-9 items-center justify-center">
      <span aria-hidden className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
      <AddStepMenu compact label={label} disabledReason={undefined} onAdd={onAdd} />
    </div>
  );
}
