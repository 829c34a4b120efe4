'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Fragment } from 'react';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { useSession } from '#components/layout/session.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { can, ROLES, roleNames } from '#lib/auth/permissions.ts';
import { environmentQueries } from '#lib/environments/client.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { SettingsSection } from './settings-page.tsx';

/** Explains who can read sensitive content, and lists the marked workflows of each environment. */
export function ContentSection() {
  const { environments } = useSession();
  const readers = ROLES.filter((role) => can(role, 'messages:content')).map(
    (role) => `${roleNames[role].toLowerCase()}s`,
  );
  return (
    <SettingsSection
      id="content"
      title="Sensitive content"
      intro={`The settings of a workflow can mark its content as sensitive. Only ${listText(readers)} can then reveal the content, and each access is recorded.`}
    >
      <ul aria-label="Sensitive workflows by environment" className="rounded-lg border border-line bg-surface">
        {environments.map((environment) => (
          <li
            key={environment._id}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-line px-3 py-2 not-first:border-t"
          >
            <span className="flex max-w-full min-w-0 items-center gap-2 sm:w-64">
              <EnvironmentDot environment={environment} />
              <Truncate value={environment.name} className="font-medium" />
            </span>
            <span className="min-w-0 flex-1 basis-64 text-pretty text-muted">
              <MarkedWorkflows environment={environment} />
            </span>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

/** Up to this many workflows are named. */
const FEW = 5;

/** The workflows of an environment with sensitive content, each with a link. */
function MarkedWorkflows({ environment: { _id, slug } }: { environment: Environment }) {
  const { data, isPending } = useQuery(environmentQueries.usage());
  if (isPending) return <Skeleton className="inline-block h-3 w-40" />;
  const marked = data?.find(({ _environmentId }) => _environmentId === _id)?.sensitiveWorkflows;
  if (!marked) return <Missing label="Unknown" />;
  if (marked.length === 0) return 'No workflow is marked';
  const others = marked.length - FEW;
  return (
    <>
      {counted(marked.length, 'workflow')}:{' '}
      {marked.slice(0, FEW).map(({ workflowId, name }, index) => (
        <Fragment key={workflowId}>
          {index > 0 && ', '}
          <Link
            href={workflowAddress(`/${slug}`, workflowId)}
            prefetch={false}
            className="rounded-sm text-accent-text underline underline-offset-2"
          >
            {name}
          </Link>
        </Fragment>
      ))}
      {others > 0 && ` and ${others} more`}
    </>
  );
}
