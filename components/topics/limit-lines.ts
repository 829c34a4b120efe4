import { counted } from '#lib/text/counted.ts';
import type { TopicReach } from '#lib/topics/schema.ts';

/** Returns sentences about the limits of a topic's subscriptions: contexts and conditions. */
export function limitLines({ read, isWhole, withContext, conditions }: TopicReach['subscriptions']): string[] {
  if (read === 0) return ['The topic has no subscription.'];
  const sample = isWhole ? [] : [`Of the newest ${counted(read, 'subscription')}:`];
  const lines = conditions.flatMap(({ name, conditional, switchedOff }) => {
    const about = name === undefined ? 'all workflows' : name;
    return [
      ...(switchedOff > 0 ? [`${counted(switchedOff, 'subscription')} switched off for ${about}.`] : []),
      ...(conditional > 0 ? [`${counted(conditional, 'subscription')} with a condition for ${about}.`] : []),
    ];
  });
  if (withContext > 0)
    lines.push(`${counted(withContext, 'subscription')} that only triggers with the same context reach.`);
  return lines.length > 0
    ? [...sample, ...lines]
    : [...sample, 'None: each run of the topic reaches every subscriber.'];
}
