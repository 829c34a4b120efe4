import type { PreferenceChoices, SubscriberPreferences } from '#lib/preferences/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { dateText } from '#lib/time.ts';

type WorkflowRow = SubscriberPreferences['workflows'][number];
type Choice = PreferenceChoices[number];

/** Which layer decides about a channel of a workflow that is not critical, with the choice where a choice decides. */
export interface PreferenceOrigin {
  layer: 'workflow' | 'general' | 'own';
  choice?: Choice;
}

export function originOf(
  row: Pick<WorkflowRow, 'choices'>,
  global: Pick<SubscriberPreferences['global'], 'choices'>,
  channel: Channel,
): PreferenceOrigin {
  const own = choiceOf(row.choices, channel);
  if (own) return { layer: 'own', choice: own };
  const general = choiceOf(global.choices, channel);
  return general ? { layer: 'general', choice: general } : { layer: 'workflow' };
}

export function choiceOf(choices: PreferenceChoices | undefined, channel: Channel): Choice | undefined {
  return choices?.find((choice) => choice.channel === channel);
}

/** Which layer decides, since when, and who set it, as text. */
export function originText({ layer, choice }: PreferenceOrigin): string {
  if (layer === 'workflow') return 'From the workflow’s preferences; the subscriber has not chosen';
  return `${layer === 'own' ? 'Chosen for this workflow' : 'From the general preference, set'}${madeText(choice)}`;
}

/** " on 25 Oct 2026 by jane@example.com" */
export function madeText(choice: Choice | undefined): string {
  const { updatedAt, updatedBy } = choice ?? {};
  return `${updatedAt ? ` on ${dateText(updatedAt)}` : ''}${updatedBy ? ` ${authorText(updatedBy)}` : ''}`;
}

function authorText({ type, name }: NonNullable<Choice['updatedBy']>): string {
  if (type !== 'apiKey') return `by ${name}`;
  return name ? `with the API key “${name}”` : 'with an API key that is gone';
}
