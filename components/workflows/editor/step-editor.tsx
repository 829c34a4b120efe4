'use client';

import { X } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useId, useRef } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { stepTypes } from '#components/status/step-types.tsx';
import { Button } from '#components/ui/button.tsx';
import { Code } from '#components/ui/code.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { inputClass } from '#components/ui/input.tsx';
import { StepForm } from '../fields/step-form.tsx';
import { StepMenu } from '../step-card.tsx';
import { useStepActs } from '../step-flow.tsx';
import { useEditor } from './editor-context.tsx';
import type { EditorStep } from './editor-steps.ts';

interface Props {
  step: EditorStep;
  /** In a sheet, which has a button of its own for closing. */
  floating?: boolean;
}

/** Everything of one step: its name, its controls, how it will look. */
export function StepEditor({ step, floating }: Props) {
  const { definition, dispatch, place, readOnly } = useEditor();
  const act = useStepActs();
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
        className={`sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-surface py-2.5 pl-4 ${floating ? 'pr-12' : 'pr-2'}`}
      >
        <StepName step={step} />
        <StepMenu
          step={step}
          last={step.place === definition.steps.length}
          readOnly={readOnly}
          onAct={(what) => act(what, step)}
        />
        {!floating && (
          <Button variant="ghost" size="icon" aria-label="Close the step" onClick={place.close}>
            <X aria-hidden />
          </Button>
        )}
      </header>
      <div className="flex flex-1 flex-col gap-4 px-4 py-4">
        <IntegrationNotes step={step} />
        <StepForm
          step={step}
          values={step.controls}
          issues={step.contentIssues}
          {...(place.focus && { focus: place.focus })}
          {...(readOnly !== undefined && { readOnly })}
          onChange={(controls) => dispatch({ type: 'controls', stepId: step.stepId, controls })}
        />
        <p className="mt-auto flex items-center gap-1 pt-2 text-xs text-faint">
          In templates of later steps: <Code>{`steps.${step.stepId}`}</Code>
          <CopyButton value={`steps.${step.stepId}`} what="variable" />
        </p>
      </div>
    </section>
  );
}

function StepName({ step }: { step: EditorStep }) {
  const { dispatch, readOnly, refused } = useEditor();
  const { icon: Icon, word } = stepTypes[step.type];
  const id = useId();
  const error = refused.find(({ stepId, path }) => stepId === step.stepId && path === 'name')?.message;
  const problem = step.name.trim() === '' ? 'A step needs a name' : error;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block text-xs text-faint">
          {step.place}. {word}
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
          className={`${inputClass} -ml-[9px] h-7 border-transparent bg-transparent px-2 font-semibold read-only:hover:border-transparent hover:border-line-strong`}
        />
        {problem && <p className="text-xs text-bad">{problem}</p>}
      </div>
    </div>
  );
}

function IntegrationNotes({ step }: { step: EditorStep }) {
  const { base } = useEnvironment();
  return step.integrationIssues.map(({ issueType, message }) => (
    <p key={issueType} className="rounded-md bg-warn-soft px-3 py-2 text-pretty text-warn">
      {message}{' '}
      <Link href={`${base}/integrations`} className="rounded-sm font-medium underline">
        Open Integrations
      </Link>
    </p>
  ));
}
