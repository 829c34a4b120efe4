'use client';

import { ChevronRight, Radio } from 'lucide-react';
import { useWhyNot } from '#components/layout/session.tsx';
import { ChannelMark } from '#components/status/channels.tsx';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { providerChannel, providerName } from '#lib/providers/catalogue/facts.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { ChannelSettings, Subscriber } from '#lib/subscribers/schema.ts';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import { useProfile } from './profile-query.ts';

/** The chat and push addresses of a subscriber, by provider. */
export function SubscriberChannels({ subscriber }: { subscriber: Subscriber }) {
  if (!subscriber.channels?.length) return <NoChannel subscriber={subscriber} />;
  return (
    <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
      {subscriber.channels.map((settings) => (
        <Channel key={`${settings.providerId} ${settings._integrationId}`} settings={settings} />
      ))}
    </div>
  );
}

function NoChannel({ subscriber }: { subscriber: Subscriber }) {
  const denied = useWhyNot('subscribers:write');
  const { edit } = useProfile();
  const request = `PUT /v1/subscribers/${encodeURIComponent(subscriber.subscriberId)}/credentials
{"providerId": "…", "credentials": {"deviceTokens": ["…"]}}`;
  return (
    <EmptyState
      icon={Radio}
      title="No chat connection, no push device"
      action={
        <Button disabledReason={denied} onClick={() => edit('email')}>
          Edit email and phone
        </Button>
      }
    >
      Your app adds them when {nameOf(subscriber)} connects a chat or signs in on a device. Email and SMS need only the
      address and the number.
      <details className="group mt-3 text-left">
        <summary className="touch-area mx-auto flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm text-xs text-faint hover:text-fg">
          <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
          For developers
        </summary>
        <CodeBlock aria-label="Request" className="mt-2 wrap-anywhere">
          {request}
        </CodeBlock>
      </details>
    </EmptyState>
  );
}

const labels = {
  webhookUrl: 'Webhook',
  channel: 'Channel',
  alertUid: 'Alert UID',
  title: 'Title',
  imageUrl: 'Image',
  state: 'State',
  externalUrl: 'Link',
} as const;

/** Returns "hooks.slack.com/…k3Xf", because anyone with the full URL can write to the channel. */
function maskedUrl(url: string): string {
  return `${url.split('/')[2] ?? ''}/…${url.slice(-4)}`;
}

function Channel({ settings: { providerId, integrationIdentifier, credentials } }: { settings: ChannelSettings }) {
  const channel = providerChannel(providerId);
  const { deviceTokens, ...texts } = credentials;
  return (
    <section className="rounded-lg border border-line bg-surface px-4 py-3">
      <h3 className="flex items-center gap-2 font-semibold">
        {channel && <ChannelMark channel={channel} />}
        {providerName(providerId)}
      </h3>
      <Facts className="mt-1">
        {integrationIdentifier && (
          <Fact label="Integration">
            <Truncate value={integrationIdentifier} mono />
          </Fact>
        )}
        {Object.entries(texts).map(([key, value]) => (
          <Fact key={key} label={labels[key as keyof typeof texts]}>
            <Copied
              value={value}
              what={labels[key as keyof typeof texts].toLowerCase()}
              masked={key === 'webhookUrl' && value !== CANNOT_BE_READ ? maskedUrl(value) : undefined}
              mono
            />
          </Fact>
        ))}
        {deviceTokens && (
          <Fact label={deviceTokens.length === 1 ? 'Push device' : `${deviceTokens.length} push devices`}>
            {deviceTokens.length === 0 && <Missing label="No push device" />}
            {deviceTokens.map((token) => (
              <span key={token} className="w-full min-w-0">
                <Copied value={token} what="device token" mono />
              </span>
            ))}
          </Fact>
        )}
      </Facts>
    </section>
  );
}
