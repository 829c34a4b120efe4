import type { PreferenceChoices, SubscriberPreferences } from '#lib/preferences/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { dateText, shortDateText } from '#lib/time.ts';

type WorkflowRow = SubscriberPreferences['workflows'][number];
type Choice = PreferenceChoices[number];

/** Which layer decides about a channel, with the choice where a choice decides. */
export interface PreferenceOrigin {
  layer: 'critical' | 'workflow' | 'general' | 'own';
  choice?: Choice;
}

export function originOf(
  row: Pick<WorkflowRow, 'choices'> & { workflow?: Pick<WorkflowRow['workflow'], 'critical'> },
  global: Pick<SubscriberPreferences['global'], 'choices'>,
  channel: Channel,
): PreferenceOrigin {
  if (row.workflow?.critical) return { layer: 'critical' };
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
  if (layer === 'critical') return 'Critical workflows always reach everybody';
  if (layer === 'workflow') return 'From the workflow; nothing was chosen';
  return `${layer === 'own' ? 'Chosen for this workflow' : 'From the general preference, set'}${madeText(choice)}`;
}

const NOTES = { critical: 'Always on', workflow: 'Default', general: 'From general', own: 'Set' } as const;

/** The same in a word or two, for beneath a switch: "Set 25 Oct", "From general". */
export function originNote({ layer, choice }: PreferenceOrigin): string {
  return layer === 'own' && choice?.updatedAt ? `Set ${shortDateText(choice.updatedAt)}` : NOTES[layer];
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
