'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { Fact } from '#components/ui/facts.tsx';
import { shownAddress } from '#lib/messages/address.ts';
import { messageQueries } from '#lib/messages/client.ts';
import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import { hasTargets } from './message-rows.ts';

/** The other devices or chats to which the same step sent the message, each with its result. */
export function OtherTargets({ message }: { message: Message }) {
  const { id, base } = useEnvironment();
  const { _id, _notificationId: notificationId, _messageTemplateId: step, channel } = message;
  const ofRun = useQuery({
    ...messageQueries.list(id, { notificationId, channel, limit: 100 }),
    enabled: hasTargets(channel),
  });
  const others = (ofRun.data?.data ?? []).filter(
    (each) => each._id !== _id && each._notificationId === notificationId && each._messageTemplateId === step,
  );
  if (!hasTargets(channel) || !step || others.length === 0) return null;
  return (
    <Fact label="Also to">
      <ul className="flex min-w-0 flex-col gap-y-0.5">
        {others.map((each) => (
          <li key={each._id}>
            <Link
              href={`${base}/messages/${each._id}`}
              className="touch-area flex min-h-6 items-center gap-1.5 rounded-sm text-accent-text hover:underline"
            >
              <StateMark state={messageState(each)} show="icon" />
              <span className="truncate">{shownAddress(each) ?? 'no address'}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Fact>
  );
}
