import { useQuery } from '@tanstack/react-query';
import { Crown, Plug, Unplug } from 'lucide-react';
import { outageAddress } from '#components/outages/outage-address.ts';
import { type Role, whyNot } from '#lib/auth/permissions.ts';
import { integrationQueries } from '#lib/integrations/client.ts';
import { whyNotPrimary } from '#lib/integrations/primary.ts';
import type { Integration, OutageList } from '#lib/integrations/schema.ts';
import { senderAddress } from '#lib/integrations/sender-name.ts';
import { providerName } from '#lib/providers/catalogue/facts.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { momentText } from '#lib/time/time.ts';
import { startsWords } from './matches-all.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { useSession } from './session.tsx';
import { splitCommand } from './split-command.ts';

const MAX_RECORDS = 5;

/** Up to this many integrations also get an entry that makes them primary. */
const FEW = 3;

/**
 * Returns the integrations that a text finds by name, provider or channel, and the outages in progress. For “make …
 * primary", returns an action for each integration instead.
 */
export function useIntegrationEntries(needle: string): PaletteEntry[] {
  const { user, environment } = useSession();
  const base = `/${environment.slug}`;
  const enabled = needle.length > 1;
  const integrations = useQuery({ ...integrationQueries.list(environment._id), enabled });
  const outages = useQuery({ ...integrationQueries.outages(environment._id), enabled, refetchInterval: false });
  if (!enabled) return [];
  const known = (integrations.data ?? []).filter(({ kind }) => kind !== 'agent');
  const command = splitCommand(needle);
  if (command?.verb === 'primary') {
    return found(known, command.sought)
      .filter(({ channel }) => supportsPrimary(channel))
      .map((one) => ({
        ...primaryEntry(base, user.role, one),
        ...{ group: 'Actions', label: `Make ${one.name} primary…`, isPart: false },
      }));
  }
  const matching = found(known, needle);
  return [
    ...outageEntries(base, outages.data ?? [], needle),
    ...matching.flatMap((one) => {
      const canChange = matching.length <= FEW && !one.primary && supportsPrimary(one.channel);
      return [integrationEntry(base, one), ...(canChange ? [primaryEntry(base, user.role, one)] : [])];
    }),
  ];
}

function found(integrations: readonly Integration[], sought: string): Integration[] {
  return integrations.filter((one) => startsWords(`${one.name} ${placeOf(one)}`, sought)).slice(0, MAX_RECORDS);
}

/** Returns "Postmark · Email". */
function placeOf({ providerId, channel }: Integration): string {
  return [providerName(providerId), channel && channelLabels[channel]].filter(Boolean).join(' · ');
}

function integrationEntry(base: string, integration: Integration): PaletteEntry {
  const { _id, name, identifier, primary, sandbox, active } = integration;
  const marks = [primary && 'Primary', sandbox && 'Sandbox', !active && 'Inactive'].filter(Boolean);
  return {
    value: `integration ${_id}`,
    group: 'Integrations',
    icon: Plug,
    label: name,
    hint: [placeOf(integration), ...marks].join(' · '),
    href: senderAddress(base, identifier),
  };
}

/** Opens the integration, where the change is confirmed. */
function primaryEntry(base: string, role: Role, integration: Integration): PaletteEntry {
  return {
    value: `primary ${integration._id}`,
    group: 'Integrations',
    icon: Crown,
    label: 'Make primary…',
    isPart: true,
    href: senderAddress(base, integration.identifier),
    reason: whyNot(role, 'integrations:write') ?? whyNotPrimary(integration),
  };
}

function outageEntries(base: string, outages: OutageList, needle: string): PaletteEntry[] {
  return outages
    .filter(({ integration: { name } }) => startsWords(`outages unreachable down ${name}`, needle))
    .map(({ integration: { _id, name }, openedAt }) => ({
      value: `outage ${_id}`,
      group: 'Integrations',
      icon: Unplug,
      tone: 'bad',
      label: `Outage of ${name}`,
      hint: `Since ${momentText(openedAt)}`,
      href: outageAddress(base, { integrationId: _id, openedAt }),
    }));
}
