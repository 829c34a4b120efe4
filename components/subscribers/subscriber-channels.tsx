import { Radio } from 'lucide-react';
import { ChannelMark } from '#components/status/channels.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { providerChannel, providerName } from '#lib/providers/facts.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { ChannelSettings, Subscriber } from '#lib/subscribers/schema.ts';

/** The chat and push addresses of a subscriber, by provider. */
export function SubscriberChannels({ subscriber }: { subscriber: Subscriber }) {
  if (!subscriber.channels?.length) {
    return (
      <EmptyState icon={Radio} title="No chat or push channel">
        {nameOf(subscriber)} has no webhook and no registered device. Your app stores them with{' '}
        <code className="font-mono text-xs">PUT /v1/subscribers/…/credentials</code>. E-mail and SMS need only the
        address and number.
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
      {subscriber.channels.map((settings) => (
        <Channel key={`${settings.providerId} ${settings._integrationId}`} settings={settings} />
      ))}
    </div>
  );
}

const labels = {
  webhookUrl: 'Webhook',
  channel: 'Channel',
  alertUid: 'Alert uid',
  title: 'Title',
  imageUrl: 'Image',
  state: 'State',
  externalUrl: 'Link',
} as const;

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
            <Copied value={value} what={labels[key as keyof typeof texts].toLowerCase()} mono />
          </Fact>
        ))}
        {deviceTokens && (
          <Fact label={deviceTokens.length === 1 ? 'Device' : `${deviceTokens.length} devices`}>
            {deviceTokens.length === 0 && <Missing label="No device" />}
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
