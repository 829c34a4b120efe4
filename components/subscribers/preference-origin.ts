import type { PreferenceChoices, SubscriberPreferences } from '#lib/preferences/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { dateText, shortDateText } from '#lib/time.ts';

type WorkflowRow = SubscriberPreferences['workflows'][number];
type Choice = PreferenceChoices[number];

/** Which layer decides about a channel, with the choice where a choice decides. */
export type PreferenceOrigin =
  | { layer: 'critical'; on: boolean }
  | { layer: 'own' | 'general' | 'everything'; choice: Choice }
  | { layer: 'workflow' | 'unset' };

/** The part of a workflow's row that decides. */
interface DecidingRow extends Pick<WorkflowRow, 'choices'>, Partial<Pick<WorkflowRow, 'channels'>> {
  workflow?: Pick<WorkflowRow['workflow'], 'critical'>;
}

/** @param row undefined for the general preference. */
export function originOf(
  row: DecidingRow | undefined,
  global: Pick<SubscriberPreferences['global'], 'choices'>,
  channel: Channel,
): PreferenceOrigin {
  const general = choiceOf(global.choices, channel);
  if (!row) return general ? { layer: 'everything', choice: general } : { layer: 'unset' };
  if (row.workflow?.critical) return { layer: 'critical', on: row.channels?.[channel] ?? true };
  const own = choiceOf(row.choices, channel);
  if (own) return { layer: 'own', choice: own };
  return general ? { layer: 'general', choice: general } : { layer: 'workflow' };
}

function choiceOf(choices: PreferenceChoices | undefined, channel: Channel): Choice | undefined {
  return choices?.find((choice) => choice.channel === channel);
}

/** Which layer decides, since when, and who set it, as text. */
export function originText(origin: PreferenceOrigin): string {
  switch (origin.layer) {
    case 'critical':
      return origin.on ? 'Critical workflows always reach everybody' : 'Off for everybody in this critical workflow';
    case 'own':
      return `Chosen for this workflow${madeText(origin.choice)}`;
    case 'general':
      return `From the general preference, set${madeText(origin.choice)}`;
    case 'everything':
      return `Set${madeText(origin.choice)}`;
    case 'workflow':
      return 'From the workflow; nothing was chosen';
    case 'unset':
      return 'Not set: each workflow decides';
  }
}

/** The same in a word or two, for beneath a switch: "Set 25 Oct", its date on one line, "From general". */
export function originNote(origin: PreferenceOrigin): string {
  switch (origin.layer) {
    case 'critical':
      return origin.on ? 'Always on' : 'Always off';
    case 'own':
    case 'everything':
      return origin.choice.updatedAt
        ? `Set ${shortDateText(origin.choice.updatedAt).replaceAll(' ', '\u00a0')}`
        : 'Set';
    case 'general':
      return 'From general';
    case 'workflow':
      return 'Default';
    case 'unset':
      return 'Not set';
  }
}

/** " on 25 Oct 2026 by jane@example.com" */
function madeText({ updatedAt, updatedBy }: Choice): string {
  return `${updatedAt ? ` on ${dateText(updatedAt)}` : ''}${updatedBy ? ` ${authorText(updatedBy)}` : ''}`;
}

function authorText({ type, name }: NonNullable<Choice['updatedBy']>): string {
  if (type !== 'apiKey') return `by ${name}`;
  return name ? `with the API key “${name}”` : 'with an API key that is gone';
}
