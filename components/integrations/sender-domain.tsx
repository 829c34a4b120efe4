'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import { Copied } from '#components/ui/copied.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import type { SenderDomain as Checked, SenderRecord } from '#lib/sender-domain/schema.ts';

/** The result of the DNS check of the sender domain, with the records to enter. */
export function SenderDomain({ integration }: { integration: Integration }) {
  const { data, error } = useQuery(integrationQueries.senderDomain(integration._environmentId, integration._id ?? ''));
  if (error) return <p className="text-muted">The domain could not be checked: {error.message}</p>;
  if (!data) return <Skeleton className="h-32 rounded-lg" />;
  return <SenderDomainResult checked={data} />;
}

export function SenderDomainResult({ checked }: { checked: Checked }) {
  const { domain, notChecked, docsLink, records } = checked;
  if (notChecked) return <p className="text-muted">Not checked: {notChecked}</p>;
  return (
    <div className="rounded-lg border border-line">
      <p className="border-b border-line px-3 py-2 text-muted">
        DNS records of <span className="font-medium text-fg">{domain}</span>. Emails are sent even if records are
        missing or wrong.
        {docsLink && (
          <>
            {' '}
            <a href={docsLink} target="_blank" rel="noreferrer" className="text-accent-text hover:underline">
              The provider’s guide
            </a>
          </>
        )}
      </p>
      <ul className="divide-y divide-line">
        {records.map((record) => (
          <li key={record.name} className="flex gap-2.5 px-3 py-2.5">
            <State state={record.state} />
            <RecordText record={record} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const ICONS = {
  good: [CircleCheck, 'text-ok'],
  missing: [CircleAlert, 'text-warn'],
  wrong: [CircleAlert, 'text-warn'],
  unknown: [CircleHelp, 'text-faint'],
} as const;

function State({ state }: Pick<SenderRecord, 'state'>) {
  const [Icon, color] = ICONS[state];
  return <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />;
}

const WORDS = { good: 'found', missing: 'missing', wrong: 'needs a change', unknown: 'not known' } as const;

function RecordText({ record: { record, state, name, says, enter } }: { record: SenderRecord }) {
  return (
    <div className="min-w-0">
      <p>
        <span className="font-medium">
          {record} {WORDS[state]}
        </span>{' '}
        <span className="font-mono text-xs break-all text-faint">{name}</span>
      </p>
      <p className="text-muted">{says}</p>
      {enter && <Copied value={enter} what="record" mono />}
    </div>
  );
}

/**
 * Warns about missing DNS records of an email integration before it becomes primary. Empty if no record is known to be
 * missing.
 */
export function SenderDomainAdvice({ integration }: { integration: Integration }) {
  const { data } = useQuery(integrationQueries.senderDomain(integration._environmentId, integration._id ?? ''));
  const lacking = data?.records.filter(({ state }) => state === 'missing' || state === 'wrong') ?? [];
  if (lacking.length === 0) return null;
  return (
    <li className="text-warn">
      DNS records of {data?.domain} need a change: {lacking.map(({ record }) => record).join(', ')}. Its emails may
      count as spam. The details of {integration.name} show the records to enter.
    </li>
  );
}
