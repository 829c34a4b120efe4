'use client';

import dynamic from 'next/dynamic';
import Link from 'next/link';
import { Fragment } from 'react';
import { EqualFact } from '#components/explain/equal-fact.tsx';
import { SentThrough } from '#components/integrations/sent-through.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { OutageFact } from '#components/outages/outage-fact.tsx';
import { SideMark } from '#components/status/sides.tsx';
import { cn } from '#components/ui/cn.ts';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts, WideFact } from '#components/ui/facts.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { providerName } from '#lib/providers/catalogue/facts.ts';
import { addressName } from '#lib/reasons/links.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { causeOf } from '#lib/reasons/sides.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { durationText, momentText } from '#lib/time/time.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { OtherTargets } from './other-targets.tsx';
import { plannedWaitMs } from './planned-wait.ts';
import { ResendFacts } from './resend-facts.tsx';

// Other channels have no such facts.
const InboxFacts = dynamic(() => import('./inbox-facts.tsx').then((module) => module.InboxFacts), { ssr: false });

const linkClass = 'touch-area rounded-sm py-0.5 font-medium text-accent-text hover:underline';

/** Characters of an email address before its “@” that fit next to a label. */
const MAX_NEXT_TO_LABEL = 24;

interface Props {
  message: Message;
  /** The message's run. Undefined while it loads, and if it was deleted. */
  run: Notification | undefined;
}

/** The facts about a message except its status, which the heading above shows. */
export function MessageFacts({ message, run }: Props) {
  const { base } = useEnvironment();
  const triggeredAt = run?.createdAt;
  const workflow = message.templateIdentifier;
  const reason = parseReason(message.reason);
  const cause = reason && causeOf(reason);
  const isLong = (message.email?.lastIndexOf('@') ?? 0) > MAX_NEXT_TO_LABEL;
  return (
    <Facts>
      {cause && (
        <Fact label="Cause">
          <SideMark {...cause} />
        </Fact>
      )}
      <Fact label="To">
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
        {!isLong && <Address message={message} />}
      </Fact>
      {isLong && (
        <WideFact>
          <Address message={message} />
        </WideFact>
      )}
      <OtherTargets message={message} />
      {message.integration ? (
        <Fact label="Integration">
          <SentThrough sender={message.integration} providerId={message.providerId} />
        </Fact>
      ) : (
        message.providerId && <Fact label="Provider">{providerName(message.providerId)}</Fact>
      )}
      <Fact label="Workflow">
        {workflow ? (
          <Link href={workflowAddress(base, workflow)} className={linkClass}>
            {message.templateName ?? workflow}
          </Link>
        ) : (
          <Missing />
        )}
      </Fact>
      <Fact label="Run">
        <Link href={`${base}/activity?run=${message._notificationId}`} className={linkClass}>
          {triggeredAt === undefined ? 'The run' : `Run of ${momentText(triggeredAt)}`}
        </Link>
      </Fact>
      <OutageFact outages={message.outages} waiting={message.status === 'warning' ? message : undefined} />
      <ResendFacts message={message} />
      <EqualFact equal={message.equal} />
      <Fact label="Transaction">
        <Copied value={message.transactionId} what="transaction ID" mono />
      </Fact>
      <Fact label="Created">
        <RelativeTime value={message.createdAt} absolute />
      </Fact>
      {message.sentAt && (
        <Fact label={atLabel(message)}>
          <RelativeTime value={message.sentAt} absolute />
          {/* Until the trigger is loaded, its line is empty, so that the facts below do not move. */}
          <span className={cn('block text-faint', triggeredAt === undefined && 'invisible')}>
            {durationText(Date.parse(message.sentAt) - Date.parse(triggeredAt ?? message.createdAt))} after the trigger
            {run && plannedText(run, message.sentAt)}
          </span>
        </Fact>
      )}
      {messageState(message) !== 'sandboxed' &&
        message.deliveredAt?.slice(message.sentAt && message.channel === 'in_app' ? 1 : 0).map((at) => (
          <Fact key={at} label="Delivered">
            <RelativeTime value={at} absolute />
          </Fact>
        ))}
      {message.channel === 'in_app' && <InboxFacts message={message} />}
      {message.contextKeys && message.contextKeys.length > 0 && (
        <Fact label="Context">
          <span className="wrap-anywhere">{message.contextKeys.map(contextKey)}</span>
        </Fact>
      )}
    </Facts>
  );
}

/** Returns ", 4 h 30 min of it planned". Empty if the workflow did not wait on purpose. */
function plannedText(run: Notification, sentAt: string): string {
  const planned = plannedWaitMs(run, Date.parse(sentAt));
  return planned > 0 ? `, ${durationText(planned)} of it planned` : '';
}

/** Returns the label of the time at which the message was accepted. */
function atLabel(message: Message): string {
  if (message.channel !== 'in_app') return 'At the provider';
  return messageState(message) === 'stored' ? 'Stored' : 'In the inbox';
}

/** A context key. Lines break between keys. */
function contextKey(key: string, index: number, { length }: readonly string[]) {
  return (
    <Fragment key={key}>
      <span className="inline-block max-w-full">{index < length - 1 ? `${key},` : key}</span>{' '}
    </Fragment>
  );
}

/** The address of the message. Empty for in-app messages, which have no address. */
function Address({ message: { channel, email, phone, directWebhookUrl, deviceTokens } }: { message: Message }) {
  const address = email ?? phone ?? directWebhookUrl ?? deviceTokens?.[0];
  if (!address && channel === 'in_app') return null;
  if (!address) return <span className="text-faint">no {addressName(channel)}</span>;
  const mono = address !== email && address !== phone;
  return <Copied value={address} what="address" mono={mono} whole={!mono} />;
}
