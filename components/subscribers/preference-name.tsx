'use client';

import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { conditionLines } from '#lib/conditions/describe.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import type { Preferences, WorkflowPreference } from './preference-rows.ts';

/** What a row is about: a workflow or everything, with what limits it beside the switches. */
export function PreferenceName({ preference }: { preference: WorkflowPreference | Preferences['global'] }) {
  const { base } = useEnvironment();
  const limits = limitsOf(preference);
  return (
    <>
      {'workflow' in preference ? (
        <span className="flex flex-wrap items-center gap-x-2">
          <Link
            href={workflowAddress(base, preference.workflow.identifier)}
            className="rounded-sm wrap-anywhere hover:text-accent-text hover:underline"
          >
            {preference.workflow.name}
          </Link>
          {preference.workflow.critical && <Badge tone="accent">Critical</Badge>}
        </span>
      ) : (
        <>
          Everything
          <span className="block text-xs font-normal text-pretty text-faint">
            Where nothing is chosen for a workflow
          </span>
        </>
      )}
      {limits.map((limit) => (
        <span key={limit} className="block text-xs font-normal text-pretty wrap-anywhere text-warn">
          {limit}
        </span>
      ))}
    </>
  );
}

/** A condition or opening hours decide at the time of sending, whatever the switches say. */
function limitsOf(preference: WorkflowPreference | Preferences['global']): string[] {
  const { condition } = preference;
  const lines = condition ? conditionLines(condition).map(({ text }) => text) : [];
  const isScheduled = 'schedule' in preference && preference.schedule?.isEnabled;
  return [
    ...(lines.length > 0 ? [`Only while ${lines.join(' ')}`] : []),
    ...(isScheduled ? ['Only in the hours of the subscriber’s schedule'] : []),
  ];
}
