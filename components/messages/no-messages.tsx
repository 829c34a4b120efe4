'use client';

import { MessagesSquare } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { momentText } from '#lib/time/time.ts';
import { FirstMessage } from './first-message.tsx';
import { type MessagesQuery, messagesAddress } from './messages-query.ts';

const SubscriberMatches = dynamic(
  () => import('#components/subscribers/subscriber-matches.tsx').then((module) => module.SubscriberMatches),
  { ssr: false },
);

interface Props {
  query: MessagesQuery;
  /** The filters as text. Without any, the environment has no message. */
  filters: readonly string[];
  /** The time until which the search has read. Undefined if it has read all messages. */
  further: string | undefined;
  onChange: (change: { before: string } | null) => void;
}

/** The empty list of messages: its filters, or how the first message appears. */
export function NoMessages({ query, filters, further, onChange }: Props) {
  const environment = useEnvironment();
  const { q, before } = query;
  if (filters.length === 0) return <FirstMessage />;
  return (
    <EmptyState
      icon={MessagesSquare}
      title={`No message${searchedText(further, before)} matches`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {further && <Button onClick={() => onChange({ before: further })}>Search older messages</Button>}
          {q !== '' && (
            <SubscriberMatches
              text={q}
              what="Messages"
              hrefOf={(subscriber) =>
                messagesAddress(`${environment.base}/messages`, { ...query, q: '', subscriber, page: 0, before: '' })
              }
            />
          )}
          <Button variant={further ? 'ghost' : 'secondary'} onClick={() => onChange(null)}>
            Clear filters
          </Button>
        </div>
      }
    >
      {`In ${environment.name}: ${filters.join(' · ')}.`}
    </EmptyState>
  );
}

/** Returns the part of the messages that a search has read, from `further` to `before`. Empty if it has read all. */
function searchedText(further: string | undefined, before: string): string {
  if (!before) return further ? ` since ${momentText(further)}` : '';
  return further ? ` from ${momentText(further)} to ${momentText(before)}` : ` before ${momentText(before)}`;
}
