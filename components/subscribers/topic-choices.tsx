'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { ChoiceList } from '#components/table/choice-list.tsx';
import { Input } from '#components/ui/input.tsx';
import { useDebounced } from '#components/ui/use-debounced.ts';
import { topicQueries } from '#lib/topics/client.ts';

/** The maximum number of listed topics. Others are found by their name or key. */
const MOST_LISTED = 20;

/** Lists topics, which the server searches during typing. */
export function TopicChoices({ value, onChoose }: { value: string; onChoose: (topicKey: string) => void }) {
  const { id } = useEnvironment();
  const [needle, setNeedle] = useState('');
  const q = useDebounced(needle.trim(), 150);
  const { data, error } = useQuery(
    topicQueries.list(id, { limit: MOST_LISTED, orderBy: 'key', orderDirection: 'ASC', ...(q && { q }) }),
  );
  const options = (data?.data ?? []).map(({ key, name }) => ({ value: key, label: name ? `${name} · ${key}` : key }));
  return (
    <>
      <Input
        value={needle}
        onChange={(event) => setNeedle(event.target.value)}
        placeholder="Name or key of a topic"
        aria-label="Find topic"
        autoFocus
        className="mb-1 border-line"
      />
      <div className="max-h-72 overflow-y-auto">
        <ChoiceList label="Topic" options={options} value={value} onChoose={onChoose} />
      </div>
      {options.length === 0 && (data || error) && (
        <p className="px-2 py-3 text-center text-faint">
          {error ? 'Topics could not be loaded' : q ? 'No topic matches' : 'No topics yet'}
        </p>
      )}
      {data?.next && (
        <p className="border-t border-line px-2 pt-2 pb-1 text-xs text-faint">Type to find further topics.</p>
      )}
    </>
  );
}
