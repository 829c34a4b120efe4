'use client';

import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import { providerName } from '#lib/providers/facts.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { workflowAddress } from '#lib/workflows/address.ts';

const linkClass = 'rounded-sm font-medium text-accent-text hover:underline';

export function MessageFacts({ message }: { message: Message }) {
  const { base } = useEnvironment();
  const workflow = message.templateIdentifier;
  const state = messageState(message);
  return (
    <Facts>
      <Fact label="Status">
        <StateMark state={state} show="badge" />
      </Fact>
      {message.channel !== 'in_app' && (
        <Fact label="To">
          <Address message={message} />
        </Fact>
      )}
      <Fact label="Recipient">
        {message.subscriber ? (
          <Link
            href={`${base}/subscribers/${encodeURIComponent(message.subscriber.subscriberId)}`}
            className={linkClass}
          >
            {nameOf(message.subscriber)}
          </Link>
        ) : (
          <span className="text-faint">Deleted subscriber</span>
        )}
      </Fact>
      <Fact label="Provider">{message.providerId ? providerName(message.providerId) : <Missing />}</Fact>
      <Fact label="Workflow">
        {workflow ? (
          <Link href={workflowAddress(base, workflow)} className={linkClass}>
            {message.template?.name ?? workflow}
          </Link>
        ) : (
          <Missing />
        )}
      </Fact>
      <Fact label="Run">
        <Link href={`${base}/activity?run=${message._notificationId}`} className={linkClass}>
          See all its steps
        </Link>
      </Fact>
      <Fact label="Transaction">
        <Copied value={message.transactionId} what="transaction id" mono />
      </Fact>
      <Fact label="Created">
        <RelativeTime value={message.createdAt} absolute />
      </Fact>
      {state !== 'sandboxed' &&
        message.deliveredAt?.map((at) => (
          <Fact key={at} label="Delivered">
            <RelativeTime value={at} absolute />
          </Fact>
        ))}
      {message.lastSeenDate && (
        <Fact label="Seen">
          <RelativeTime value={message.lastSeenDate} absolute />
        </Fact>
      )}
      {message.lastReadDate && (
        <Fact label="Read">
          <RelativeTime value={message.lastReadDate} absolute />
        </Fact>
      )}
      {message.snoozedUntil && (
        <Fact label="Snoozed until">
          <RelativeTime value={message.snoozedUntil} absolute />
        </Fact>
      )}
      {message.contextKeys && message.contextKeys.length > 0 && (
        <Fact label="Context">{message.contextKeys.join(', ')}</Fact>
      )}
    </Facts>
  );
}

function Address({ message: { email, phone, directWebhookUrl, deviceTokens } }: { message: Message }) {
  const address = email ?? phone ?? directWebhookUrl ?? deviceTokens?.[0];
  if (!address) return <Missing label="No address" />;
  const mono = address !== email && address !== phone;
  return <Copied value={address} what="address" mono={mono} whole={!mono} />;
}
