'use client';

import { CircleCheck, CircleX, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { IntegrationIssueLink } from '#components/inbox/integration-issue-link.tsx';
import { stepTypes } from '#components/status/step-types.tsx';
import { Button } from '#components/ui/button.tsx';
import { controlName, inFormOrder } from '#lib/steps/describe.ts';
import type { StepContentIssue } from '#lib/steps/issues.ts';
import { counted } from '#lib/text/counted.ts';
import { capitalized } from '#lib/text/key-label.ts';
import { useEditor } from './editor/editor-context.tsx';
import { type EditorStep, issueCount } from './editor/editor-steps.ts';
import { failuresOfIssue } from './failed-runs.ts';
import { FailedRunsLink, useFailures } from './failed-runs-link.tsx';
import { IssueLine } from './issue-text.tsx';
import { withoutSuggestion, withQuickFix } from './quick-fix.ts';
import { UseSuggestion } from './use-suggestion.tsx';
import { VariableLink } from './variable-link.tsx';

/**
 * Every issue of the workflow: first the workflow's own issues, then the issues of each step, with a missing
 * integration last.
 */
export function IssuesPanel({ onSettings }: { onSettings: () => void }) {
  const { steps, workflow, analysis } = useEditor();
  const own = Object.entries(analysis.result.issues ?? {});
  const count = own.length + steps.reduce((sum, step) => sum + issueCount(step), 0);
  return (
    <section aria-labelledby="issues" className="min-w-0">
      <div className="mb-2 flex h-5 items-center gap-2">
        <h2 id="issues" aria-live="polite" className="text-base font-semibold">
          {count === 0 ? 'Issues' : counted(count, 'issue')}
        </h2>
        {analysis.ofDraft && <span className="text-xs text-faint">of your draft, not saved yet</span>}
      </div>
      {analysis.error ? <Unchecked /> : null}
      {count === 0 ? (
        <p className="flex items-center gap-1.5 text-muted">
          <CircleCheck aria-hidden className="size-4 text-ok" />
          None. Every step can run.
        </p>
      ) : (
        <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {own.length > 0 && (
            <Group title={workflow.name}>
              {own.map(([field, { message }]) => (
                <li key={field}>
                  <button type="button" onClick={onSettings} className={lineClass}>
                    <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
                    <IssueLine message={message} />
                  </button>
                </li>
              ))}
            </Group>
          )}
          {steps
            .filter((step) => issueCount(step) > 0)
            .map((step) => (
              <Group key={step.stepId} title={step.name} step={step}>
                <ContentIssues step={step} />
                <IntegrationIssues step={step} />
              </Group>
            ))}
        </div>
      )}
    </section>
  );
}

const lineClass = 'focus-inset flex w-full items-start gap-2 px-3 py-1.5 text-left transition-colors hover:bg-hover';

function Group({ title, step, children }: { title: string; step?: EditorStep; children: ReactNode }) {
  const Icon = step && stepTypes[step.type].icon;
  return (
    <section aria-label={title} className="py-1.5">
      <h3 className="flex items-center gap-1.5 px-3 pb-0.5 text-xs font-medium text-faint">
        {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
        <span className="truncate">{title}</span>
      </h3>
      <ul>{children}</ul>
    </section>
  );
}

function ContentIssues({ step }: { step: EditorStep }) {
  const found = inFormOrder(step.type, Object.entries(step.contentIssues), ([path]) => path);
  return found.flatMap(([path, issues]) =>
    issues.map((issue) => <ContentIssue key={`${path} ${issue.message}`} step={step} path={path} issue={issue} />),
  );
}

interface ContentIssueProps {
  step: EditorStep;
  path: string;
  issue: StepContentIssue;
}

function ContentIssue({ step, path, issue }: ContentIssueProps) {
  const { place, readOnly, dispatch } = useEditor();
  const failed = failuresOfIssue(useFailures(), step.stepId, { control: path });
  const fix = readOnly === undefined ? issue.suggestion : undefined;
  const message = fix ? withoutSuggestion(issue) : issue.message;
  return (
    <li>
      <button type="button" onClick={() => place.open(step.stepId, path, issue.position)} className={lineClass}>
        <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
        <IssueLine about={capitalized(controlName(step.type, path))} message={message} />
      </button>
      {fix && (
        <UseSuggestion
          name={fix.right}
          className="mb-1.5 ml-9"
          onUse={() =>
            dispatch({ type: 'controls', stepId: step.stepId, controls: withQuickFix(step.controls, path, fix) })
          }
        />
      )}
      <VariableLink
        issue={issue}
        className={`mb-1.5 inline-block font-medium text-accent-text hover:underline ${fix ? 'ml-3' : 'ml-9'}`}
      />
      <FailedRunsLink found={failed} place="issue" className="mb-1.5 ml-9 block" />
    </li>
  );
}

function IntegrationIssues({ step }: { step: EditorStep }) {
  const failed = failuresOfIssue(useFailures(), step.stepId, 'integration');
  return step.integrationIssues.map(({ issueType, message }) => (
    <li key={issueType} className="flex flex-wrap items-start gap-2 px-3 py-1.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <IssueLine
        message={message}
        action={
          <IntegrationIssueLink
            issueType={issueType}
            type={step.type}
            className="rounded-sm font-medium text-accent-text hover:underline"
          />
        }
      />
      <FailedRunsLink found={failed} place="issue" className="ml-6 basis-full" />
    </li>
  ));
}

/** A note that the shown issues may belong to an earlier state of the draft. */
function Unchecked() {
  const { analysis } = useEditor();
  return (
    <p role="status" className="mb-2 flex items-center gap-2 rounded-md bg-warn-soft px-2.5 py-1 text-warn">
      <span className="min-w-0 flex-1">The draft could not be checked: {analysis.error?.message}</span>
      <Button size="sm" variant="ghost" onClick={analysis.retry}>
        <RotateCw aria-hidden />
        Retry
      </Button>
    </p>
  );
}
