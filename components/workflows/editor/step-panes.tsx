'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { GuideLink } from '#components/guides/guide-link.tsx';
import { IntegrationIssueLink } from '#components/inbox/integration-issue-link.tsx';
import { stepTypes } from '#components/status/step-types.tsx';
import { cn } from '#components/ui/cn.ts';
import { Code } from '#components/ui/code.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import { failuresOfStep } from '#components/workflows/failed-runs.ts';
import { FailedRunsLink, useFailures } from '#components/workflows/failed-runs-link.tsx';
import { StepForm } from '#components/workflows/fields/step-form.tsx';
import { IssueText } from '#components/workflows/issue-text.tsx';
import { StepPreview } from '#components/workflows/preview/step-preview.tsx';
import type { StepType } from '#lib/steps/controls.ts';
import { stepType } from '#lib/steps/index.ts';
import { useEditor } from './editor-context.tsx';
import type { EditorStep } from './editor-steps.ts';
import type { StepView } from './use-step-view.ts';

const TestRequest = dynamic(() => import('./test-request.tsx').then((module) => module.TestRequest), { ssr: false });

interface Props {
  step: EditorStep;
  /** The shown parts on a wide screen. Undefined on other screens, which have tabs. */
  view: StepView | undefined;
}

/** The controls and the preview of a step: side by side where there is room, otherwise in tabs. */
export function StepPanes({ step, view }: Props) {
  const { focus } = useEditor().place;
  const [tab, setTab] = useState('edit');
  const [followed, setFollowed] = useState(focus);
  if (focus !== followed) {
    setFollowed(focus);
    setTab('edit');
  }
  if (view) {
    return (
      <div className={cn('grid flex-1', COLUMNS[view])}>
        <div className={cn('min-w-0', view === 'preview' && 'hidden')}>
          <Content step={step} />
        </div>
        {view !== 'write' && (
          <div className="min-w-0 border-l border-line bg-bg px-4 py-4">
            <div className={cn(view === 'preview' && 'mx-auto max-w-3xl')}>
              <Preview step={step} />
            </div>
          </div>
        )}
      </div>
    );
  }
  return (
    <Tabs value={tab} onValueChange={setTab}>
      <TabsList className="mx-0 px-2">
        <TabsTrigger value="edit">Edit</TabsTrigger>
        <TabsTrigger value="preview">Preview</TabsTrigger>
      </TabsList>
      <TabsContent value="edit" forceMount className="pt-0 data-[state=inactive]:hidden">
        <Content step={step} />
      </TabsContent>
      <TabsContent value="preview" className="px-4 py-4">
        <Preview step={step} />
      </TabsContent>
    </Tabs>
  );
}

/** At 1440 px, the preview of the split view has 544 px. */
const COLUMNS = {
  write: 'grid-cols-[minmax(0,1fr)]',
  split: 'grid-cols-[minmax(0,1fr)_minmax(512px,50%)]',
  preview: 'grid-cols-[minmax(0,1fr)]',
} as const satisfies Record<StepView, string>;

function Content({ step }: { step: EditorStep }) {
  const { dispatch, place, readOnly } = useEditor();
  const failed = failuresOfStep(useFailures(), step.stepId);
  const { note }: StepType = stepType(step.type);
  return (
    <div className="flex min-w-0 flex-col gap-4 px-4 py-4">
      {readOnly !== undefined && <p className="rounded-md bg-idle-soft px-3 py-2 text-pretty text-muted">{readOnly}</p>}
      <IntegrationNotes step={step} />
      <FailedRunsLink found={failed} place="step" />
      {note && (
        <p className="rounded-md bg-info-soft px-3 py-2 text-pretty text-info">
          {note} <GuideLink path={`steps/${step.type}`}>{`Guide: ${stepTypes[step.type].label}`}</GuideLink>
        </p>
      )}
      <StepForm
        step={step}
        values={step.controls}
        issues={step.contentIssues}
        focus={place.focus}
        readOnly={readOnly}
        onChange={(controls) => dispatch({ type: 'controls', stepId: step.stepId, controls })}
      />
      <p className="flex flex-wrap items-center gap-1 pt-2 text-xs text-faint">
        In templates of later steps: <Code>{`steps.${step.stepId}`}</Code>
        <CopyButton value={`steps.${step.stepId}`} what="variable" />
      </p>
    </div>
  );
}

function Preview({ step }: { step: EditorStep }) {
  const { body, workflow } = useEditor();
  return (
    <div className="flex flex-col gap-6">
      <StepPreview stored={workflow} workflow={body} stepId={step.stepId} type={step.type} />
      {stepType(step.type).request && <TestRequest key={step.stepId} step={step} />}
    </div>
  );
}

function IntegrationNotes({ step }: { step: EditorStep }) {
  return step.integrationIssues.map(({ issueType, message }) => (
    <p key={issueType} className="rounded-md bg-warn-soft px-3 py-2 text-pretty text-warn">
      <IssueText text={message} />{' '}
      <IntegrationIssueLink issueType={issueType} type={step.type} className="rounded-sm font-medium underline" />
    </p>
  ));
}
