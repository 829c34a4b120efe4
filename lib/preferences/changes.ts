/** Records the time and the author of a subscriber's choices. */
import type { Actor } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { ChannelChanges, ChannelPreferences } from './channels.ts';
import type { PreferenceRow, PreferenceWrite } from './query.ts';
import type { PreferenceChoices } from './schema.ts';

/**
 * Returns the change of every channel whose value changes, null if its choice is removed. A repeated choice keeps its time
 * and author.
 */
export function changesOf(
  actor: Actor,
  at: Date,
  given: ChannelChanges,
  stored: ChannelPreferences = {},
): PreferenceWrite['changes'] {
  const changed = channelsOf(given).filter((channel) => given[channel] !== stored[channel]);
  const made = { at: at.toISOString(), by: { type: actor.type, name: nameOfActor(actor) } };
  return Object.fromEntries(changed.map((channel) => [channel, given[channel] === null ? null : made]));
}

function nameOfActor(actor: Actor): string {
  if (actor.type === 'user') return actor.email;
  return actor.type === 'apiKey' ? actor.apiKeyId : actor.job;
}

/** Names of API keys by ID. */
export type KeyNames = ReadonlyMap<string, string>;

/** Reads the names of the API keys that made choices. */
export async function keyNames(environmentId: string, rows: readonly PreferenceRow[]): Promise<KeyNames> {
  const changes = rows.flatMap((row) => Object.values(row.changes));
  const ids = new Set(changes.flatMap(({ by }) => (by.type === 'apiKey' ? [by.name] : [])));
  if (ids.size === 0) return new Map();
  const where = { environmentId, id: { in: [...ids] } };
  const keys = await prisma().apiKey.findMany({ where, select: { id: true, name: true } });
  return new Map(keys.map(({ id, name }) => [id, name]));
}

/**
 * Returns the choices as wire shape. A choice without recorded change has the time at which its row was last saved.
 *
 * @param rows the strongest first.
 */
export function choicesOf(rows: readonly PreferenceRow[], keys: KeyNames): { choices?: PreferenceChoices } {
  const chosen = new Map(rows.toReversed().flatMap((row) => channelsOf(row.channels).map((channel) => [channel, row])));
  const choices = [...chosen].map(([channel, row]) => {
    const change = row.changes[channel];
    const updatedAt = change?.at ?? row.updatedAt.toISOString();
    const updatedBy = change && {
      ...change.by,
      ...(change.by.type === 'apiKey' && { name: keys.get(change.by.name) ?? '' }),
    };
    return {
      channel,
      enabled: row.channels[channel] ?? true,
      updatedAt,
      ...(updatedBy && { updatedBy }),
    };
  });
  return choices.length > 0 ? { choices } : {};
}

function channelsOf(channels: ChannelChanges): Channel[] {
  return (Object.keys(channels) as Channel[]).filter((channel) => channels[channel] !== undefined);
}
