import { CalendarClock, CircleCheck, CirclePause, Crown, Gauge, History, PlugZap, Unplug } from 'lucide-react';
import { SandboxBadge } from '#components/status/sandbox-note.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Integration } from '#lib/integrations/schema.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { counted } from '#lib/text/counted.ts';
import { AvailabilityBadge } from './provider-availability.tsx';

export function ActiveBadge({ active }: Pick<Integration, 'active'>) {
  if (active) {
    return (
      <Badge tone="ok">
        <CircleCheck aria-hidden />
        Active
      </Badge>
    );
  }
  return (
    <Badge tone="idle">
      <CirclePause aria-hidden />
      Inactive
    </Badge>
  );
}

interface FlagsProps {
  integration: Integration;
  /** Whether the page already shows that no message leaves the environment. */
  inSandbox?: boolean;
  /** Whether the health next to the flags already shows that no inbox has connected. Undefined while it is loaded. */
  isUnseen: boolean | undefined;
}

/** The flags of an integration in addition to whether it is active. */
export function IntegrationFlags({ integration, inSandbox = false, isUnseen }: FlagsProps) {
  const provider = findProvider(integration.providerId);
  return (
    <>
      {integration.sandbox && !inSandbox && <SandboxBadge why="Messages are accepted and recorded, but not sent" />}
      {provider && !integration.sandbox && <AvailabilityBadge provider={provider} />}
      {integration.connected === true && (
        <Badge tone="ok">
          <PlugZap aria-hidden />
          Connected
        </Badge>
      )}
      {integration.connected === false && isUnseen === undefined && <Skeleton className="h-5 w-28" />}
      {integration.connected === false && isUnseen === false && (
        <Badge tone="warn" data-tip="No inbox has connected to it yet, so its messages are stored and not shown">
          <Unplug aria-hidden />
          Not connected
        </Badge>
      )}
      {integration.conditions && integration.conditions.length > 0 && (
        <Badge tone="idle" data-tip="Used only for runs that match its conditions">
          Conditions
        </Badge>
      )}
    </>
  );
}

/** The rate limit as a badge, if there is one. */
export function RateLimitBadge({ messagesPerSecond: rate }: Pick<Integration, 'messagesPerSecond'>) {
  if (rate === undefined) return null;
  return (
    <Badge tone="idle" data-tip={`Sends at most ${rateText(rate)}; further messages wait for their turn`}>
      <Gauge aria-hidden />
      <span aria-hidden>{`≤ ${rate.toLocaleString('en')}/s`}</span>
      <span className="sr-only">{`Rate limit: ${rateText(rate)}`}</span>
    </Badge>
  );
}

/** The daily quota as a badge, if there is one. */
export function QuotaBadge({ messagesPerDay: quota }: Pick<Integration, 'messagesPerDay'>) {
  if (quota === undefined) return null;
  return (
    <Badge tone="idle" data-tip={`Sends at most ${quotaText(quota)} (UTC); further messages wait for the next day`}>
      <CalendarClock aria-hidden />
      <span aria-hidden>{`≤ ${quota.toLocaleString('en')}/day`}</span>
      <span className="sr-only">{`Daily quota: ${quotaText(quota)}`}</span>
    </Badge>
  );
}

/** Returns "100 messages per day". */
function quotaText(messagesPerDay: number): string {
  return `${counted(messagesPerDay, 'message')} per day`;
}

/** Returns "14 messages per second". */
export function rateText(messagesPerSecond: number): string {
  return `${counted(messagesPerSecond, 'message')} per second`;
}

/** Marks the primary integration of its channel. */
export function PrimaryBadge() {
  return (
    <Badge tone="accent">
      <Crown aria-hidden />
      Primary
    </Badge>
  );
}

/** Marks the integration that was primary until a time of the last 24 hours. */
export function FormerPrimaryBadge({ until }: { until: string }) {
  return (
    <Badge tone="plain" data-tip="Another integration of the channel has been primary since then">
      <History aria-hidden />
      Primary until {until}
    </Badge>
  );
}
