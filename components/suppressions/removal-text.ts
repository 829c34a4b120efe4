/** Texts about the removal of a suppressed address. */
import { CAUSES } from '#lib/suppressions/causes.ts';
import type { Suppression, SuppressionEffect } from '#lib/suppressions/schema.ts';
import { counted } from '#lib/text/counted.ts';

/** Returns the cause with its time: "The address bounced on 12 Nov, 14:02." */
export function causeText({ cause }: Pick<Suppression, 'cause'>, since: string): string {
  return `The address ${CAUSES[cause].words} on ${since}.`;
}

/** Returns what happens after the removal: "The next email to jane@shop.example is sent. 2 were skipped since 12 Nov." */
export function nextText(
  { address, channel }: Pick<Suppression, 'address' | 'channel'>,
  effect: Pick<SuppressionEffect, 'subscriberIds' | 'skipped'> | undefined,
  since: string,
): string {
  const next = `The next ${channel === 'sms' ? 'SMS' : 'email'} to ${address} is sent.`;
  if (!effect) return next;
  const { subscriberIds, skipped } = effect;
  if (subscriberIds.length === 0) return `${next} No subscriber has this address now.`;
  if (skipped.count === 0) return `${next} No message was skipped since.`;
  const count = counted(skipped.count, 'message');
  const was = skipped.count === 1 && !skipped.capped ? 'was' : 'were';
  return `${next} ${skipped.capped ? 'At least ' : ''}${count} ${was} skipped since ${since}.`;
}
