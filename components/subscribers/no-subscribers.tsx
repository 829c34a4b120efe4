'use client';

import { useQueries } from '@tanstack/react-query';
import { Plus, Upload, Users } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment, useSession, useWhyNot } from '#components/layout/session.tsx';
import { countText } from '#components/table/pager.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { Code } from '#components/ui/code.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import { listText } from '#lib/text/list-text.ts';
import type { SubscribersQuery } from './subscribers-query.ts';

interface Props {
  /** The search text. */
  q: string;
  /** The other filters as text. */
  filters: readonly string[];
  onShowAll: () => void;
  onOpen: (dialog: SubscribersQuery['dialog']) => void;
}

/**
 * The text of an empty list: where subscribers come from, which filters are set, or which fields were searched and
 * which environments have a match.
 */
export function NoSubscribers({ q, filters, onShowAll, onOpen }: Props) {
  if (filters.length > 0)
    return <NoneFiltered filters={q ? [`text “${q}”`, ...filters] : filters} onShowAll={onShowAll} />;
  return q ? <NoMatch q={q} onShowAll={onShowAll} /> : <NoneYet onOpen={onOpen} />;
}

function NoneYet({ onOpen }: Pick<Props, 'onOpen'>) {
  const { name } = useEnvironment();
  const denied = useWhyNot('subscribers:write');
  return (
    <EmptyState
      icon={Users}
      title={`No subscribers in ${name} yet`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" disabledReason={denied} onClick={() => onOpen('new')}>
            <Plus aria-hidden />
            Create the first one
          </Button>
          <Button disabledReason={denied} onClick={() => onOpen('import')}>
            <Upload aria-hidden />
            Import a list
          </Button>
        </div>
      }
    >
      Subscribers are the people you notify. Your code creates them, with a trigger or a call to{' '}
      <Code>POST /v2/subscribers</Code>.
    </EmptyState>
  );
}

function NoneFiltered({ filters, onShowAll }: Pick<Props, 'filters' | 'onShowAll'>) {
  const { name } = useEnvironment();
  return (
    <EmptyState
      icon={Users}
      title="No subscriber matches"
      action={<Button onClick={onShowAll}>Show all subscribers</Button>}
    >
      {`In ${name}: ${filters.join(' · ')}.`}
    </EmptyState>
  );
}

function NoMatch({ q, onShowAll }: Pick<Props, 'q' | 'onShowAll'>) {
  const { name, base } = useEnvironment();
  const elsewhere = useElsewhere(q);
  const found = elsewhere.filter(({ page }) => page && page.totalCount > 0);
  const none = elsewhere.filter(({ page }) => page?.totalCount === 0).map(({ environment }) => environment.name);
  const search = `q=${encodeURIComponent(q)}`;
  return (
    <EmptyState
      icon={Users}
      title={`No subscriber in ${name} matches “${q}”`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {found.map(({ environment, page }) => (
            <Link
              key={environment._id}
              href={`/${environment.slug}/subscribers?${search}`}
              className={buttonClass({ variant: 'primary' })}
            >
              {page && countText(page, ['match', 'matches'])} in {environment.name}
            </Link>
          ))}
          <Button onClick={onShowAll}>Show all subscribers</Button>
          <Link href={`${base}/messages?${search}`} className={buttonClass()}>
            Search messages
          </Link>
        </div>
      }
    >
      <Prose>Searched names, email addresses, phone numbers and IDs for each word, in any order.</Prose>
      {none.length > 0 && ` ${listText(none)} ${none.length === 1 ? 'has' : 'have'} no match either.`}
    </EmptyState>
  );
}

/** Counts the matches in each of the other environments. */
function useElsewhere(q: string) {
  const { environments, environment } = useSession();
  const others = environments.filter(({ _id }) => _id !== environment._id);
  const pages = useQueries({
    queries: others.map(({ _id }) => ({
      ...subscriberQueries.list(_id, { q, limit: 1 }),
      placeholderData: undefined,
      retry: false,
    })),
  });
  return others.map((other, at) => ({ environment: other, page: pages[at]?.data }));
}
