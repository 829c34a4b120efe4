'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';

interface Props {
  issueType: string;
  className: string;
}

/** A link to the fix of an issue with integrations: to *Connect an inbox* if no page has opened it, else to the list. */
export function IntegrationIssueLink({ issueType, className }: Props) {
  return issueType === 'INBOX_NOT_CONNECTED' ? (
    <ToInbox className={className} />
  ) : (
    <ToList className={className}>Open Integrations</ToList>
  );
}

function ToInbox({ className }: { className: string }) {
  const { id, base } = useEnvironment();
  const { data = [], isPending } = useQuery(integrationQueries.list(id));
  // A link that leads elsewhere for a moment would be worse than none.
  if (isPending) return <span className="text-muted">Connect an inbox</span>;
  const waiting = data.find(({ channel, active, connected }) => channel === 'in_app' && active && connected === false);
  if (!waiting) return <ToList className={className}>Connect an inbox</ToList>;
  return (
    <Link href={`${base}/integrations?open=${waiting._id}`} className={className}>
      Connect an inbox
    </Link>
  );
}

function ToList({ className, children }: { className: string; children: string }) {
  const { base } = useEnvironment();
  return (
    <Link href={`${base}/integrations`} className={className}>
      {children}
    </Link>
  );
}
