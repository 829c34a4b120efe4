import type { Integration } from '#lib/integrations/schema.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { listText } from '#lib/text/list-text.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';

/**
 * Returns texts about the effects of deactivating an integration: which integration replaces it, if any.
 *
 * @param siblings the integrations of its channel, including the integration itself.
 */
export function deactivationImpact(target: Integration, siblings: readonly Integration[]): string[] {
  if (!target.channel) return ['The integration is an agent, so nothing is delivered through it.'];
  const channel = lowerFirst(channelLabels[target.channel]);
  if (!target.active) return [`It is inactive: no ${channel} step sends through it now.`];
  const others = siblings.filter(({ _id, active }) => active && _id !== target._id);
  return supportsPrimary(target.channel) ? withPrimary(target, others, channel) : [withoutPrimary(others, channel)];
}

function withPrimary(target: Integration, others: readonly Integration[], channel: string): string[] {
  const primary = others.find((other) => other.primary);
  if (!target.primary) {
    const messages = target.conditions?.length ? 'Messages that match its conditions' : `Every ${channel} step`;
    return [primary ? `${messages} will go through ${primary.name}, the primary one.` : cannotSend(channel)];
  }
  const candidates = others.filter(({ conditions }) => !conditions?.length);
  const names = candidates.map(({ name }) => name);
  return [
    `It is the primary ${channel} integration, and no other becomes primary automatically: ${cannotSend(channel)}`,
    names.length > 0
      ? `To keep delivering, make ${listText(names, 'or')} primary first.`
      : `To keep delivering, add another ${channel} integration first.`,
  ];
}

function withoutPrimary(others: readonly Integration[], channel: string): string {
  if (others.length === 0) return `It is the only active one: ${cannotSend(channel)}`;
  return `${others.map(({ name }) => name).join(', ')} ${others.length === 1 ? 'stays' : 'stay'} active for ${channel}.`;
}

function cannotSend(channel: string): string {
  return `${channel} steps will not be able to send.`;
}
