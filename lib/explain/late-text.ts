import { CHANNEL_NAMES } from '#lib/providers/channel-names.ts';
import { channelOf } from '#lib/steps/labels.ts';
import { durationText } from '#lib/time/time.ts';
import type { Explanation } from './schema.ts';

/**
 * Returns "The email message was sent 42 min after its step began. Sending usually takes 2.0 s." Undefined if it was
 * not late.
 */
export function lateText({ late, decisive }: Pick<Explanation, 'late' | 'decisive'>): string | undefined {
  const channel = decisive.step && channelOf((decisive.earlier ?? decisive.step).type);
  if (!late || !channel) return undefined;
  return `The ${CHANNEL_NAMES[channel]} message was sent ${durationText(late.afterMs)} after its step began. Sending usually takes ${durationText(late.usualMs)}.`;
}
