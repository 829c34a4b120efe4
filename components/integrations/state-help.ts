import type { Integration } from '#lib/integrations/schema.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import type { Provider } from '#lib/providers/provider.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';

interface Situation {
  provider: Provider;
  /** The edited integration. Absent for a new one. */
  integration?: Integration | undefined;
  /** The environment's other integrations of its channel. */
  others: readonly Integration[];
  hasConditions: boolean;
}

/** Returns the meaning of "active" for this integration, given the others of its channel. */
export function activeHelp({ provider, integration, others, hasConditions }: Situation): string {
  if (!provider.channel) return 'Agents are only stored and listed; they deliver nothing.';
  const label = channelLabels[provider.channel];
  if (provider.channel === 'in_app') return 'In-app steps store their messages, and inboxes in your pages show them.';
  if (!supportsPrimary(provider.channel)) return `${label} steps can send through it.`;
  const primary = others.find((other) => other.primary);
  if (integration?.primary) return `It is primary: ${lowerFirst(label)} steps send through it.`;
  if (hasConditions)
    return `It sends messages that match its conditions${primary ? `; ${primary.name} delivers the rest` : ''}.`;
  if (primary) return `${primary.name} stays primary and delivers. You can make this one primary afterwards.`;
  if (integration?.active)
    return `No ${lowerFirst(label)} integration is primary. Make one primary, so that steps can send.`;
  return `It becomes primary: every ${lowerFirst(label)} step will send through it.`;
}

/** Returns a text about the effect of conditions. */
export function conditionsHelp({ provider, integration, hasConditions }: Situation): string {
  if (integration?.primary && hasConditions) {
    return 'Once saved, it is no longer primary: a primary integration has no conditions, and no other becomes primary automatically.';
  }
  if (!supportsPrimary(provider.channel))
    return 'Without conditions, the integration takes every message of its channel.';
  return 'With conditions, the integration takes matching messages before the primary integration does. One of the groups must match.';
}
