'use client';

import { orderText } from '#lib/integrations/primary.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { useGradualSwitch } from './use-gradual-switch.tsx';

interface Props {
  integration: Integration;
  /** The integrations of the same channel, including this integration. */
  siblings: readonly Integration[];
}

/** Which messages of its channel an integration gets, also during a gradual switch. */
export function UsedFor({ integration, siblings }: Props) {
  const found = useGradualSwitch(integration);
  if (!found || found.endedAt) return orderText(integration, siblings);
  const { next, share } = found;
  return next.integrationId === integration._id
    ? `Messages to ${share}% of the subscribers, except messages that match the conditions of another integration.`
    : `Messages to the other ${100 - share}% of the subscribers, and messages that ${next.name} cannot send.`;
}
