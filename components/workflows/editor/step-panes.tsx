'use client';

import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Code } from '#components/ui/code.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { failuresOfStep } from '#components/workflows/failed-runs.ts';
import { FailedRunsLink, useFailures } from '#components/workflows/failed-runs-link.tsx';
import { StepForm } from '#components/workflows/fields/step-form.tsx';
import { IssueText } from '#components/workflows/issue-text.tsx';
import { StepPreview } from '#components/workflows/preview/step-preview.tsx';
import { stepType } from '#lib/steps/index.ts';
import { useEditor } from './editor-context.tsx';
import type { EditorStep } from './editor-steps.ts';

const TestRequest = dynamic(() => import('./test-request.tsx').then((module) => module.TestRequest), { ssr: false });

/** The controls and the preview of a step: side by side where there is room, otherwise in tabs. */
export function StepPanes({ step }: { step: EditorStep }) {
  const isWide = useMedia('(min-width: 1400px)');
  const { focus } = useEditor().place;
  const [tab, setTab] = useState('edit');
  const [followed, setFollowed] = useState(focus);
  if (focus !== followed) {
    setFollowed(focus);
    setTab('edit');
  }
  if (isWide) {
    return (
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_minmax(0,44%)]">
        <Content step={step} />
        <div className="min-w-0 border-l border-line bg-bg px-4 py-4">
          <Preview step={step} />
        </div>
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

function Content({ step }: { step: EditorStep }) {
  const { dispatch, place, readOnly } = useEditor();
  const failed = failuresOfStep(useFailures(), step.stepId);
  return (
    <div className="flex min-w-0 flex-col gap-4 px-4 py-4">
      {readOnly !== undefined && <p className="rounded-md bg-idle-soft px-3 py-2 text-pretty text-muted">{readOnly}</p>}
      <IntegrationNotes step={step} />
      <FailedRunsLink found={failed} />
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
  const { id } = useEnvironment();
  const { body } = useEditor();
  return (
    <div className="flex flex-col gap-6">
      <StepPreview workflow={body} stepId={step.stepId} type={step.type} environmentId={id} />
      {stepType(step.type).request && <TestRequest key={step.stepId} step={step} />}
    </div>
  );
}

function IntegrationNotes({ step }: { step: EditorStep }) {
  const { base } = useEnvironment();
  return step.integrationIssues.map(({ issueType, message }) => (
    <p key={issueType} className="rounded-md bg-warn-soft px-3 py-2 text-pretty text-warn">
      <IssueText text={message} />{' '}
      <Link href={`${base}/integrations`} className="rounded-sm font-medium underline">
        Open Integrations
      </Link>
    </p>
  ));
}
