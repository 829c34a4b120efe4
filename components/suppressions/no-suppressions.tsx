'use client';

import { MailX, Plus } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { filterSummary, type SuppressionsQuery } from './suppressions-query.ts';

interface Props {
  query: SuppressionsQuery;
  onShowAll: () => void;
  onOpen: (dialog: SuppressionsQuery['dialog']) => void;
}

/** Explains how addresses come onto the list, or which filters are set. */
export function NoSuppressions({ query, onShowAll, onOpen }: Props) {
  const { name, base } = useEnvironment();
  const denied = useWhyNot('suppressions:write');
  const filters = filterSummary(query);
  const showAll = <Button onClick={onShowAll}>Show all suppressed addresses</Button>;
  if (query.subscriber)
    return (
      <EmptyState icon={MailX} title="No address of this subscriber is suppressed" action={showAll}>
        A message can also be skipped because an address in copy is suppressed. Search for that address.
      </EmptyState>
    );
  if (filters.length > 0)
    return (
      <EmptyState icon={MailX} title="No suppressed address matches" action={showAll}>
        {`In ${name}: ${filters.join(' · ')}.`}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={MailX}
      title={`No suppressed addresses in ${name}`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button disabledReason={denied} onClick={() => onOpen('new')}>
            <Plus aria-hidden />
            Add an address
          </Button>
          <Link href={`${base}/integrations`} className={buttonClass()}>
            Open the integrations
          </Link>
        </div>
      }
    >
      An address is added when a message to it hard bounces, when five messages in a row bounce softly, or when its
      owner reports spam. For this, your provider must send its events to Belfry: the page of the integration shows the
      address to enter at the provider.
    </EmptyState>
  );
}
