'use client';

import { useQuery } from '@tanstack/react-query';
import { Hash, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { PageAction } from '#components/layout/page-action.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { CursorPager } from '#components/table/pager.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import { Code } from '#components/ui/code.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { topicQueries } from '#lib/topics/client.ts';
import { topicAddress } from './address.ts';
import { TopicActions } from './topic-actions.tsx';
import { TopicSecondLine, topicColumns } from './topic-columns.tsx';
import { type TopicsQuery, topicsInput, topicsParsers } from './topics-query.ts';

const NewTopicDialog = dynamic(() => import('./topic-dialogs.tsx').then((module) => module.NewTopicDialog), {
  ssr: false,
});

/** All topics of an environment. */
export function TopicsPage() {
  const { id, base } = useEnvironment();
  const [query, setQuery] = useQueryStates(topicsParsers);
  const page = useQuery(topicQueries.list(id, topicsInput(query)));
  const change = (next: Partial<TopicsQuery>) => void setQuery({ after: null, before: null, ...next });
  const create = { disabledReason: useWhyNot('topics:write'), onClick: () => void setQuery({ dialog: 'new' }) };
  return (
    <PageFrame title="Topics" actions={<PageAction icon={Plus} label="New topic" variant="primary" {...create} />}>
      <FilterBar
        label="Search topics"
        values={[query.q]}
        onReset={() => change({ q: '' })}
        search={
          <SearchFilter
            label="Search topics"
            placeholder="Name or key"
            value={query.q}
            onChange={(q) => change({ q })}
          />
        }
      />
      <TopicActions>
        <div className="md:px-3">
          <DataTable
            label="Topics"
            columns={topicColumns(page.data?.data)}
            query={page}
            rows={page.data?.data}
            rowId={({ _id }) => _id}
            href={({ key }) => topicAddress(base, key)}
            secondLine={(topic) => <TopicSecondLine topic={topic} />}
            sort={{ id: query.sort, desc: query.order === 'DESC' }}
            onSort={({ id, desc }) => change({ sort: id === '_id' ? '_id' : 'key', order: desc ? 'DESC' : 'ASC' })}
            empty={<NoTopics q={query.q} create={create} onReset={() => change({ q: '' })} />}
            footer={
              <CursorPager
                page={page.data}
                noun={['topic', 'topics']}
                onMove={(cursor) => void setQuery(cursor, { history: 'push' })}
              />
            }
          />
        </div>
      </TopicActions>
      {query.dialog === 'new' && !create.disabledReason && (
        <NewTopicDialog onClose={() => void setQuery({ dialog: null })} />
      )}
    </PageFrame>
  );
}

interface NoTopicsProps {
  q: string;
  create: { disabledReason: string | undefined; onClick: () => void };
  onReset: () => void;
}

function NoTopics({ q, create, onReset }: NoTopicsProps) {
  const { name } = useEnvironment();
  if (q !== '') {
    return (
      <EmptyState icon={Hash} title="No topic matches" action={<Button onClick={onReset}>Show all topics</Button>}>
        No name or key in {name} contains “{q}”.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Hash}
      title={`No topics in ${name} yet`}
      action={
        <Button variant="primary" {...create}>
          <Plus aria-hidden />
          Create the first one
        </Button>
      }
    >
      One trigger for a topic reaches all of its subscribers. Your code subscribes them with{' '}
      <Code className="whitespace-nowrap">POST /v2/topics/…/subscriptions</Code>, which creates the topic too.
    </EmptyState>
  );
}
