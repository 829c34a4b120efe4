/** Wire shapes of gradual switches of a channel's primary integration. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';
import { Channel } from '#lib/providers/channel.ts';

/** The shares of a gradual switch, in percent of the subscribers. The last share finishes the switch. */
export const SHARES = [5, 25, 100] as const;
export type Share = (typeof SHARES)[number];

/** Body of PUT /v1/integrations/{integrationId}/gradual-switch. */
export const SetGradualSwitchBody = z.object({
  share: z.literal([...SHARES], 'must be 5, 25 or 100'),
  /** Absent: unchanged, or 5 for a new switch. */
  margin: z.int('must be a whole number').min(1, 'must be at least 1').max(100, 'must be at most 100').optional(),
  /** Absent: unchanged, or 20 for a new switch. */
  minMessages: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    // At a share of 5%, about 500 of the newest 10,000 messages go through the new integration, so 250 can be reached.
    .max(250, 'must be at most 250')
    .optional(),
});
export type SetGradualSwitchBody = z.infer<typeof SetGradualSwitchBody>;

/** The figures of one of the two integrations. */
export const SwitchFigures = z.strictObject({
  integrationId: z.string(),
  name: z.string(),
  accepted: z.int(),
  /** Attempts that the provider did not accept, permanently or temporarily. */
  failed: z.int(),
  /** The integration’s accepted messages among the newest 10,000 of the channel. The following fields are about these messages. */
  sampled: z.int(),
  delivered: z.int(),
  /** Messages that bounced, or that the provider rejected after it accepted them. */
  bounced: z.int(),
  /** The median time from the first attempt to acceptance. Absent without messages. */
  medianSeconds: z.number().optional(),
});
export type SwitchFigures = z.infer<typeof SwitchFigures>;

/**
 * Why a switch ended: at 100%, by a request, because the new integration was worse, or because an integration changed.
 */
export const SwitchEnding = z.enum(['finished', 'returned', 'worse', 'changed']);
export type SwitchEnding = z.infer<typeof SwitchEnding>;

export const GradualSwitch = z.strictObject({
  channel: Channel,
  share: z.int(),
  /** The new integration is worse if its failure or bounce rate is higher by at least this many percentage points. */
  margin: z.int(),
  minMessages: z.int(),
  startedAt: Timestamp,
  /** Absent while the switch runs. */
  endedAt: Timestamp.optional(),
  ending: SwitchEnding.optional(),
  /** Why the switch ended, as text. */
  why: z.string().optional(),
  /** The first full minute, from which the figures count. */
  countedSince: Timestamp,
  /** The primary integration at the start. */
  former: SwitchFigures,
  /** The new integration. */
  next: SwitchFigures,
});
export type GradualSwitch = z.infer<typeof GradualSwitch>;

/** Response of GET /v1/integrations/gradual-switches: at most one per channel. */
export const GradualSwitchList = z.array(GradualSwitch);
export type GradualSwitchList = z.infer<typeof GradualSwitchList>;
