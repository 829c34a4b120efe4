'use client';

import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { cn } from '#components/ui/cn.ts';
import { inputClass } from '#components/ui/input.tsx';
import { menuItemClass } from '#components/ui/menu-classes.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import { useDebounced } from '#components/ui/use-debounced.ts';
import { useListbox } from '#components/ui/use-listbox.ts';
import { topicQueries } from '#lib/topics/client.ts';
import type { Topic } from '#lib/topics/schema.ts';

interface Props {
  /** The key of a topic. */
  value: string;
  onChange: (key: string) => void;
  readOnly: boolean;
}

/** Chooses a topic by name or key from a list of matches. The key of a new topic can be typed too. */
export function TopicField({ value, onChange, readOnly }: Props) {
  const [opened, setOpened] = useState(false);
  const open = opened && !readOnly;
  const topics = useTopics(useDebounced(value.trim(), 150), open);
  const list = useListbox({
    options: topics,
    open: open && topics.length > 0,
    onOpen: () => setOpened(true),
    onChoose: ({ key }) => {
      onChange(key);
      setOpened(false);
    },
  });
  return (
    <div className="relative min-w-0 max-w-80 flex-1">
      <input
        {...list.field}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setOpened(true);
          list.restart();
        }}
        onClick={() => setOpened(true)}
        onBlur={() => setOpened(false)}
        aria-label="Topic"
        placeholder="Name or key of a topic"
        maxLength={255}
        readOnly={readOnly}
        className={inputClass}
      />
      <ul
        {...list.list}
        aria-label="Topics to choose from"
        hidden={!open || topics.length === 0}
        className="absolute inset-x-0 top-full z-50 mt-1 max-h-80 min-w-64 overflow-y-auto rounded-lg bg-raised p-1 text-sm shadow-float"
      >
        {topics.map((topic, index) => {
          const option = list.option(index);
          return (
            <li
              key={topic._id}
              {...option}
              data-highlighted={option['aria-selected'] || undefined}
              className={cn(menuItemClass, 'justify-between gap-3')}
            >
              <Truncate value={topic.name ?? topic.key} className="font-medium" />
              {topic.name && <Truncate value={topic.key} at="middle" mono className="text-faint" />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Returns topics whose key or name contains the text, without duplicates. */
function useTopics(text: string, enabled: boolean): Topic[] {
  const { id } = useEnvironment();
  const wanted = text === '' ? [{}] : [{ key: text }, { name: text }];
  const pages = useQueries({
    queries: wanted.map((by) => ({ ...topicQueries.list(id, { limit: 20, ...by }), enabled })),
  });
  const found = pages.flatMap(({ data }) => data?.data ?? []);
  return [...new Map(found.map((topic) => [topic._id, topic])).values()];
}
