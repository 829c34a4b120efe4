'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleX, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { stepTypes } from '#components/status/step-types.tsx';
import { IssueLine } from '#components/workflows/issue-text.tsx';
import { controlName, inFormOrder } from '#lib/steps/describe.ts';
import { capitalized } from '#lib/text/key-label.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import type { FlatIssue } from '#lib/workflows/issues.ts';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';

interface Props {
  workflow: WorkflowListItem;
  type: WorkflowListItem['steps'][number]['type'];
  place: number;
  issues: readonly FlatIssue[];
}

/** The issues of one step, each with a link to its control. Loads the workflow, because its list entry has no step names. */
export function StepIssues({ workflow, type, place, issues }: Props) {
  const { id, base } = useEnvironment();
  const { data } = useQuery(workflowQueries.one(id, workflow._id));
  const step = data?.body.steps[place];
  return (
    <>
      <p className="border-b border-line px-3 py-2">
        <span className="font-semibold">{step?.name ?? stepTypes[type].label}</span>{' '}
        <span className="text-xs text-faint">
          step {place + 1} of {workflow.steps.length}
        </span>
      </p>
      <ul className="py-1">
        {inFormOrder(type, issues, ({ path }) => path).map((issue) => {
          const grave = issue.kind === 'control';
          const Icon = grave ? CircleX : TriangleAlert;
          const href = grave
            ? workflowAddress(base, workflow.workflowId, { step: step?.stepId, control: step && issue.path })
            : `${base}/integrations`;
          return (
            <li key={`${issue.path} ${issue.message}`}>
              <Link
                href={href}
                prefetch={false}
                className="focus-inset group/issue flex items-start gap-2 px-3 py-1.5 whitespace-normal transition-colors hover:bg-hover"
              >
                <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${grave ? 'text-bad' : 'text-warn'}`} />
                <IssueLine
                  about={grave ? capitalized(controlName(type, issue.path)) : 'Integration'}
                  message={issue.message}
                />
                <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
