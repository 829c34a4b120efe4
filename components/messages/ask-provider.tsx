'use client';

import { useMutation } from '@tanstack/react-query';
import { MessageCircleQuestionMark } from 'lucide-react';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { EVENT_KINDS } from '#lib/delivery-events/kinds.ts';
import { messageMutations } from '#lib/messages/client.ts';
import type { FetchedFate } from '#lib/messages/schema.ts';

interface Props {
  messageId: string;
  /** Why the provider cannot be called for the message. */
  whyNot: string | undefined;
}

/** Fetches the fate of the message from the provider, and shows it. */
export function AskProvider({ messageId, whyNot }: Props) {
  const { id } = useEnvironment();
  const denied = useWhyNot('messages:fetch') ?? whyNot;
  const fetching = useMutation(messageMutations.fetchFate(id, messageId));
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        disabledReason={denied}
        pending={fetching.isPending}
        onClick={() => fetching.mutate()}
      >
        {!fetching.isPending && <MessageCircleQuestionMark aria-hidden />}
        Ask the provider
      </Button>
      {/* Touch screens have no tooltips. */}
      {denied && <p className="min-w-0 flex-1 text-xs text-pretty text-faint pointer-fine:hidden">{denied}</p>}
      <div role="status" className="basis-full empty:hidden">
        {fetching.error ? (
          <p className="text-bad">{failure(fetching.error).message}</p>
        ) : (
          fetching.data && !fetching.isPending && <Answer fate={fetching.data} />
        )}
      </div>
    </>
  );
}

function Answer({ fate: { outcome, message, events, isNew } }: { fate: FetchedFate }) {
  const last = events.findLast(({ kind }) => EVENT_KINDS[kind].isDecisive) ?? events.at(-1);
  return (
    <>
      <p className={cn('wrap-anywhere', outcome === 'failed' && 'text-bad')}>
        {message}
        {last && (
          <span className="text-faint">
            {' · '}
            <RelativeTime value={last.at} absolute />
            {!isNew && ' · Belfry knew this already'}
          </span>
        )}
      </p>
      {last?.words && (
        <p className="text-muted wrap-anywhere">
          {last.code && !last.words.includes(last.code) ? `${last.code} ` : ''}
          {last.words}
        </p>
      )}
    </>
  );
}
