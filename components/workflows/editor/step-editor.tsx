'use client';

import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { GuideLink } from '#components/guides/guide-link.tsx';
import { stepTypes } from '#components/status/step-types.tsx';
import { Button } from '#components/ui/button.tsx';
import { inputClass } from '#components/ui/input.tsx';
import { Segmented } from '#components/workflows/fields/segmented.tsx';
import { StepMenu } from '#components/workflows/step-card.tsx';
import { useStepActions } from '#components/workflows/step-flow.tsx';
import { capitalized } from '#lib/text/key-label.ts';
import { useEditor } from './editor-context.tsx';
import type { EditorStep } from './editor-steps.ts';
import { StepPanes } from './step-panes.tsx';
import { STEP_VIEWS, type StepView } from './use-step-view.ts';

const VIEW_OPTIONS = STEP_VIEWS.map((value) => ({ value, label: capitalized(value) }));

interface Views {
  view: StepView;
  onView: (view: StepView) => void;
}

interface Props {
  step: EditorStep;
  /** Whether the step is in a sheet, which has its own close button. */
  floating?: boolean;
  /** The chosen view: controls, preview or both. Undefined if there is only room for one part. */
  views?: Views | undefined;
}

/** One step: its name, its controls and its preview. */
export function StepEditor({ step, floating, views }: Props) {
  const { definition, place, readOnly } = useEditor();
  const action = useStepActions();
  const head = useRef<HTMLElement>(null);
  const focusesControl = place.focus !== undefined;
  useEffect(() => {
    if (!focusesControl) head.current?.focus({ preventScroll: true });
  }, [focusesControl]);
  return (
    <section
      ref={head}
      tabIndex={-1}
      data-page-focus
      aria-label={`Step ${step.name}`}
      className="flex min-h-full flex-col"
    >
      <header
        className={`sticky top-0 z-[5] flex items-center gap-2 border-b border-line bg-surface py-2.5 pl-4 ${floating ? 'pr-12 pointer-coarse:pr-14' : 'pr-2'}`}
      >
        {/* Headings follow in the preview, and the list of steps with its heading may be folded. */}
        <h2 className="sr-only">Controls and preview</h2>
        <StepName step={step} />
        {views && (
          <Segmented
            label="View of the step"
            value={views.view}
            options={VIEW_OPTIONS}
            onChange={(next) => views.onView(next as StepView)}
            className="self-center"
          />
        )}
        <GuideLink path={`steps/${step.type}`} iconOnly>
          {`Guide: ${stepTypes[step.type].label}`}
        </GuideLink>
        <StepMenu
          step={step}
          last={step.place === definition.steps.length}
          readOnly={readOnly}
          onAction={(what) => action(what, step)}
        />
        {!floating && (
          <Button variant="ghost" size="icon" aria-label="Close the step" onClick={place.close}>
            <X aria-hidden />
          </Button>
        )}
      </header>
      <StepPanes step={step} view={views?.view} />
    </section>
  );
}

function StepName({ step }: { step: EditorStep }) {
  const { dispatch, readOnly, rejected } = useEditor();
  const { icon: Icon, label } = stepTypes[step.type];
  const id = useId();
  const error = rejected.find(({ stepId, path }) => stepId === step.stepId && path === 'name')?.message;
  const problem = step.name.trim() === '' ? 'A step needs a name' : error;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block text-xs text-faint">
          {step.place}. {label}
          <span className="sr-only">, name of the step</span>
        </label>
        <input
          id={id}
          value={step.name}
          readOnly={readOnly !== undefined}
          aria-description={problem ?? readOnly}
          aria-invalid={problem ? true : undefined}
          maxLength={255}
          onChange={(event) => dispatch({ type: 'rename', stepId: step.stepId, name: event.target.value })}
          className={`${inputClass} -ml-[11px] h-7 border-transparent bg-transparent font-semibold read-only:hover:border-transparent hover:border-line-strong`}
        />
        {problem && <p className="text-xs text-bad">{problem}</p>}
      </div>
    </div>
  );
}
