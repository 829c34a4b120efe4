'use client';

import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { type FlatIssue, issuesOf } from '#lib/workflows/issues.ts';
import type { Workflow } from '#lib/workflows/schema.ts';
import type { Target } from './workflow-page.tsx';

interface Props {
  workflow: Workflow;
  onFollow: (target: Target) => void;
}

/** Every issue in one line; a click leads to the control. */
export function IssuesPanel({ workflow, onFollow }: Props) {
  const found = workflow.steps.flatMap((step) => issuesOf(step).map((issue) => ({ step, issue })));
  const own = Object.entries(workflow.issues ?? {});
  const count = found.length + own.length;
  return (
    <section aria-labelledby="issues">
      <h2 id="issues" className="mb-2 text-base font-semibold">
        {count === 0 ? 'Issues' : count === 1 ? '1 issue' : `${count} issues`}
      </h2>
      {count === 0 ? (
        <p className="flex items-center gap-1.5 text-muted">
          <CircleCheck aria-hidden className="size-4 text-ok" />
          None. Every step can run as it is.
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {own.map(([field, { message }]) => (
            <li key={field} className="flex items-start gap-2 px-3 py-2">
              <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
              <span>
                <span className="block text-xs text-faint">Workflow › {field}</span>
                {message}
              </span>
            </li>
          ))}
          {found.map(({ step, issue }) => (
            <li key={`${step._id} ${issue.path} ${issue.message}`}>
              <button
                type="button"
                onClick={() => onFollow({ stepId: step.stepId, path: issue.path.split('.')[0] ?? issue.path })}
                className="focus-inset flex w-full items-start gap-2 px-3 py-2 text-left transition-colors hover:bg-hover"
              >
                <IssueIcon issue={issue} />
                <span className="min-w-0">
                  <span className="block truncate text-xs text-faint">
                    {step.name} › {issue.kind === 'control' ? issue.path : 'integration'}
                  </span>
                  <span className="text-pretty">{issue.message}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.some(({ issue }) => issue.kind === 'integration') && <IntegrationHint />}
    </section>
  );
}

function IssueIcon({ issue }: { issue: FlatIssue }) {
  const Icon = issue.kind === 'control' ? CircleX : TriangleAlert;
  return (
    <>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${issue.kind === 'control' ? 'text-bad' : 'text-warn'}`} />
      <span className="sr-only">{issue.kind === 'control' ? 'Error' : 'Warning'}</span>
    </>
  );
}

function IntegrationHint() {
  const { base, name } = useEnvironment();
  return (
    <p className="mt-2 text-xs text-faint">
      Set up what is missing under{' '}
      <Link href={`${base}/integrations`} className="font-medium text-accent-text hover:underline">
        Integrations
      </Link>{' '}
      in {name}.
    </p>
  );
}
