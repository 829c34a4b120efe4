/** Records the time and the author of a subscriber's choices. */
import type { Actor } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { ChannelChanges, ChannelPreferences } from './channels.ts';
import type { PreferenceChange, PreferenceRow, PreferenceWrite } from './query.ts';
import type { PreferenceChoices } from './schema.ts';

/**
 * Returns the change of every channel whose value changes. Null if the choice is removed. A repeated choice keeps its
 * time and author.
 */
export function changesOf(
  actor: Actor,
  at: Date,
  given: ChannelChanges,
  stored: ChannelPreferences = {},
): PreferenceWrite['changes'] {
  const changed = channelsOf(given).filter((channel) => given[channel] !== stored[channel]);
  const made = { at: at.toISOString(), by: madeBy(actor) };
  return Object.fromEntries(changed.map((channel) => [channel, given[channel] === null ? null : made]));
}

function madeBy(actor: Actor): PreferenceChange['by'] {
  if (actor.type === 'user') return { type: 'user', name: actor.email };
  if (actor.type === 'apiKey') return { type: 'apiKey', name: actor.apiKeyId };
  if (actor.type === 'subscriber') return { type: 'subscriber', name: actor.externalSubscriberId };
  return actor.linkedRunId === undefined
    ? { type: 'system', name: actor.job }
    : { type: 'link', name: actor.linkedRunId };
}

/** Names of API keys by ID, and names of users by email address. */
export type AuthorNames = ReadonlyMap<string, string>;

/** Reads the names of the API keys and users that made choices. */
export async function authorNames(environmentId: string, rows: readonly PreferenceRow[]): Promise<AuthorNames> {
  const changes = rows.flatMap((row) => Object.values(row.changes));
  const [ids, addresses] = (['apiKey', 'user'] as const).map((type) => [
    ...new Set(changes.flatMap(({ by }) => (by.type === type ? by.name : []))),
  ]) as [string[], string[]];
  const keys = ids.length > 0 ? await readKeys(environmentId, ids) : [];
  const users = addresses.length > 0 ? await readUsers(addresses) : [];
  return new Map([
    ...keys.map(({ id, name }) => [id, name] as const),
    ...users.map(({ email, name }) => [email, name] as const),
  ]);
}

function readKeys(environmentId: string, ids: string[]) {
  return prisma().apiKey.findMany({ where: { environmentId, id: { in: ids } }, select: { id: true, name: true } });
}

function readUsers(addresses: string[]) {
  return prisma().user.findMany({ where: { email: { in: addresses } }, select: { email: true, name: true } });
}

/**
 * Returns the choices as wire shape. A choice without a recorded change has the time at which its row was last saved.
 *
 * @param rows the strongest first.
 */
export function choicesOf(rows: readonly PreferenceRow[], names: AuthorNames): { choices?: PreferenceChoices } {
  const chosen = new Map(rows.toReversed().flatMap((row) => channelsOf(row.channels).map((channel) => [channel, row])));
  const choices = [...chosen].map(([channel, row]) => {
    const change = row.changes[channel];
    const updatedAt = change?.at ?? row.updatedAt.toISOString();
    const updatedBy = change && authorOf(change.by, names);
    return {
      channel,
      enabled: row.channels[channel] ?? true,
      updatedAt,
      ...(updatedBy && { updatedBy }),
    };
  });
  return choices.length > 0 ? { choices } : {};
}

function authorOf(
  { type, name }: PreferenceChange['by'],
  names: AuthorNames,
): NonNullable<PreferenceChoices[number]['updatedBy']> {
  if (type === 'apiKey') return { type, name: names.get(name) ?? '' };
  return type === 'user' ? { type, name: names.get(name) ?? name, address: name } : { type, name };
}

function channelsOf(channels: ChannelChanges): Channel[] {
  return (Object.keys(channels) as Channel[]).filter((channel) => channels[channel] !== undefined);
}
