'use client';

import Link from 'next/link';
import { useQueryState } from 'nuqs';
import { useEnvironment } from '#components/layout/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { workflowAddress } from '#lib/workflows/address.ts';
import type { Preference } from './preference-cells.ts';
import { PreferenceLimits } from './preference-limits.tsx';

/**
 * The subject of a row: a workflow or all workflows, with the limits in addition to the switches. The workflow that a
 * link names is marked and scrolled into view.
 */
export function PreferenceName({ preference }: { preference: Preference }) {
  const { base } = useEnvironment();
  const [linked] = useQueryState('workflow');
  const isLinked = 'workflow' in preference && preference.workflow.identifier === linked;
  return (
    <>
      {'workflow' in preference ? (
        <span
          ref={isLinked ? intoView : undefined}
          aria-current={isLinked || undefined}
          className="flex flex-wrap items-center gap-x-2 rounded-md aria-current:-mx-1.5 aria-current:bg-accent-soft aria-current:px-1.5"
        >
          <Link
            href={workflowAddress(base, preference.workflow.identifier)}
            className="touch-area rounded-sm wrap-anywhere hover:text-accent-text hover:underline"
          >
            {preference.workflow.name}
          </Link>
          {preference.workflow.critical && <Badge tone="accent">Critical</Badge>}
        </span>
      ) : (
        <>
          All workflows
          <span className="block text-xs font-normal text-pretty text-faint">Unless chosen below</span>
        </>
      )}
      <PreferenceLimits preference={preference} />
    </>
  );
}

function intoView(name: HTMLElement | null): void {
  name?.scrollIntoView({ block: 'nearest' });
}
