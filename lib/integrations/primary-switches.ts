/** Reads and writes the last change of each channel's primary integration. Every writer first takes `lockChannel`. */
import { isDeepStrictEqual } from 'node:util';
import { json, prisma } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { later } from './query.ts';
import type { StepFilter } from './schema.ts';

/** The fields that decide which integration of a channel delivers, and whether messages are sent. */
interface SnapshotState {
  active: boolean;
  primary: boolean;
  priority: number;
  sandbox: boolean;
  conditions: StepFilter[];
}

/** The states of a channel’s integrations, by ID, without deleted ones. */
export type ChannelSnapshot = Record<string, SnapshotState>;

export interface StoredSwitch {
  channel: Channel;
  /** The integration that became primary. */
  integrationId: string;
  /** The integration that was primary. */
  formerId: string | null;
  before: ChannelSnapshot;
  after: ChannelSnapshot;
  switchedAt: Date;
}

export async function readChannel(environmentId: string, channel: Channel): Promise<ChannelSnapshot> {
  const rows = await prisma().integration.findMany({
    where: { environmentId, channel, deletedAt: null },
    select: { id: true, active: true, primary: true, priority: true, sandbox: true, conditions: true },
    orderBy: { id: 'asc' },
  });
  return Object.fromEntries(
    rows.map(({ id, conditions, ...state }) => [id, { ...state, conditions: conditions as unknown as StepFilter[] }]),
  );
}

/** Returns the stored changes of the environment, at most one for each channel. */
export async function readSwitches(
  environmentId: string,
  { channel, integrationId }: { channel?: Channel; integrationId?: string },
): Promise<StoredSwitch[]> {
  const where = { environmentId, ...(channel && { channel }), ...(integrationId && { integrationId }) };
  const rows = await prisma().primarySwitch.findMany({ where, orderBy: { channel: 'asc' } });
  return rows as unknown as StoredSwitch[];
}

/** Replaces the stored change of the channel. */
export async function keepSwitch(environmentId: string, { channel, ...change }: StoredSwitch): Promise<void> {
  const { before, after, ...rest } = change;
  const data = { ...rest, before: json(before), after: json(after) };
  await prisma().primarySwitch.upsert({
    where: { environmentId_channel: { environmentId, channel } },
    create: { environmentId, channel, ...data },
    update: data,
  });
}

export async function forgetSwitch(environmentId: string, channel: Channel): Promise<void> {
  await prisma().primarySwitch.deleteMany({ where: { environmentId, channel } });
}

/** Restores the states before the change. Requires that the current states are the states after the change. */
export async function restoreChannel(
  environmentId: string,
  { integrationId, before, after, formerId }: StoredSwitch,
  at: Date,
): Promise<void> {
  // The index allows one primary, so the integration that loses the mark is changed first.
  const ids = Object.keys(before).toSorted((a, b) => Number(b === integrationId) - Number(a === integrationId));
  for (const id of ids) {
    const state = before[id];
    if (!state || isDeepStrictEqual(state, after[id])) continue;
    const { active, primary, priority, conditions } = state;
    const where = { environmentId, id };
    const { updatedAt } = await prisma().integration.findFirstOrThrow({ where, select: { updatedAt: true } });
    // A change that no form shows must not make the version of a form outdated.
    const isShown = id === integrationId || id === formerId;
    const version = isShown ? later(at, updatedAt) : updatedAt;
    const data = { active, primary, priority, conditions: json(conditions), updatedAt: version };
    await prisma().integration.updateMany({ where, data });
  }
}
