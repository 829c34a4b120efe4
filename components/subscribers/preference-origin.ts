import type { PreferenceChoices, SubscriberPreferences } from '#lib/preferences/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { dateText, shortDateText } from '#lib/time/time.ts';

type WorkflowRow = SubscriberPreferences['workflows'][number];
type Choice = PreferenceChoices[number];

/** The layer that decides about a channel, with the choice if there is one. */
export type PreferenceOrigin =
  | { layer: 'critical'; on: boolean }
  | { layer: 'own' | 'general' | 'everything'; choice: Choice }
  | { layer: 'workflow'; on: boolean }
  | { layer: 'unset' };

/** The part of a workflow's row that decides. */
interface DecidingRow extends Pick<WorkflowRow, 'choices'>, Partial<Pick<WorkflowRow, 'channels'>> {
  workflow?: Pick<WorkflowRow['workflow'], 'critical'>;
}

/** @param row the workflow's row; undefined for the general preference. */
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
  return general ? { layer: 'general', choice: general } : { layer: 'workflow', on: row.channels?.[channel] ?? true };
}

function choiceOf(choices: PreferenceChoices | undefined, channel: Channel): Choice | undefined {
  return choices?.find((choice) => choice.channel === channel);
}

/** Returns the deciding layer as text, since when it applies, and who set it. */
export function originText(origin: PreferenceOrigin): string {
  switch (origin.layer) {
    case 'critical':
      return origin.on ? 'A critical workflow cannot be switched off' : 'Off for everyone in this critical workflow';
    case 'own':
      return `Chosen for this workflow${madeText(origin.choice)}`;
    case 'general':
      return `From the general preference, set${madeText(origin.choice)}`;
    case 'everything':
      return `Set${madeText(origin.choice)}`;
    case 'workflow':
      return `${onOff(origin.on)} by the workflow’s default; the subscriber has not chosen`;
    case 'unset':
      return 'Not set: each workflow decides';
  }
}

/** Returns a summary: "2 choices, the last on 25 Oct 2026 by Ann. The workflows’ defaults decide the rest." */
export function choicesText({ global, workflows }: SubscriberPreferences): string {
  const choices = [global, ...workflows].flatMap((row) => row.choices ?? []);
  const [first, ...others] = choices.toSorted((one, other) => timeOf(other) - timeOf(one));
  if (!first) return 'Nothing was chosen: each workflow’s default decides.';
  const made = madeText(first);
  const what = others.length === 0 ? '1 choice,' : `${choices.length} choices${made && ', the last'}`;
  return `${`${what}${made}`.replace(/,$/, '')}. The workflows’ defaults decide the rest.`;
}

function timeOf({ updatedAt }: Choice): number {
  return updatedAt ? Date.parse(updatedAt) : 0;
}

/** The text below a switch: "Off since 25 Oct". */
export interface OriginNote {
  what: string;
  /** The run whose message has the link that the subscriber used. */
  runId?: string | undefined;
}

/** Returns the origin in a few words. Undefined if the switch alone is clear: on, without a choice. */
export function originNote(origin: PreferenceOrigin): OriginNote | undefined {
  switch (origin.layer) {
    case 'critical':
      return { what: origin.on ? 'Always on' : 'Always off' };
    case 'own':
    case 'everything':
      return { what: choiceText(origin.choice), ...linkNote(origin.choice) };
    case 'general':
      return { what: `${onOff(origin.choice.enabled)} for all` };
    case 'workflow':
      return origin.on ? undefined : { what: 'Off by default' };
    case 'unset':
      return { what: 'Not set' };
  }
}

function onOff(on: boolean): string {
  return on ? 'On' : 'Off';
}

function choiceText({ enabled, updatedAt }: Choice): string {
  if (!updatedAt) return `${onOff(enabled)} by choice`;
  return `${onOff(enabled)} since ${shortDateText(updatedAt).replaceAll(' ', '\u00a0')}`;
}

function linkNote({ updatedBy }: Choice): Pick<OriginNote, 'runId'> {
  return updatedBy?.type === 'link' ? { runId: updatedBy.name } : {};
}

/** Returns " on 25 Oct 2026 by jane@example.com". */
function madeText({ updatedAt, updatedBy }: Choice): string {
  return `${updatedAt ? ` on ${dateText(updatedAt)}` : ''}${updatedBy ? ` ${authorText(updatedBy)}` : ''}`;
}

function authorText({ type, name, address = name }: NonNullable<Choice['updatedBy']>): string {
  if (type === 'link') return 'by the subscriber, with the link in a message';
  if (type !== 'apiKey') return address === name ? `by ${name}` : `by ${name} (${address})`;
  return `in your product, ${name ? `with the API key “${name}”` : 'with a deleted API key'}`;
}
