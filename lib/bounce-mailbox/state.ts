/** The stored state of a bounce mailbox: the position up to which it was read, and the latest results. */
import type { AddressOwner } from '#lib/delivery-events/address.ts';
import type { EventKind } from '#lib/delivery-events/kinds.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { BounceMailbox } from '#prisma/generated/client.ts';

/** Milliseconds between the first failure and the next attempt. Each further failure doubles this time. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 30 * 60_000;

export interface Position {
  uidValidity: bigint;
  lastUid: number;
}

/** Returns the state of a mailbox. Undefined if it was never read. */
export async function stateOf({ environmentId, integrationId }: AddressOwner): Promise<BounceMailbox | undefined> {
  return (await prisma().bounceMailbox.findFirst({ where: { environmentId, integrationId } })) ?? undefined;
}

/** Returns the position in a folder. It is 0 for a new folder, and after the server renumbered the emails. */
export function positionIn(state: BounceMailbox | undefined, place: string, uidValidity: bigint): Position {
  const isKnown = state?.place === place && state.uidValidity === uidValidity;
  return { uidValidity, lastUid: isKnown ? Number(state.lastUid) : 0 };
}

/** Whether reading the mailbox has to wait after a failure. After a change of the settings, there is no wait. */
export function isWaiting(state: BounceMailbox | undefined, settings: string, now: Date): boolean {
  return state?.settings === settings && state.nextLookAt !== null && state.nextLookAt > now;
}

/** A hash of the settings, and a hash of the folder to which the position belongs. */
export interface Hashes {
  settings: string;
  place: string;
}

interface Change extends Partial<Omit<BounceMailbox, 'environmentId' | 'integrationId' | 'settings' | 'place'>> {
  settings: string;
  place: string;
}

/** Records the position up to which the mailbox was read. */
export function savePosition(owner: AddressOwner, hashes: Hashes, { uidValidity, lastUid }: Position): Promise<void> {
  return write(owner, { ...hashes, uidValidity, lastUid: BigInt(lastUid) });
}

/** Records the last report about a message of the integration. */
export function saveReport(owner: AddressOwner, hashes: Hashes, kind: EventKind, reportAt: Date): Promise<void> {
  return write(owner, { ...hashes, reportKind: kind, reportAt });
}

export function saveLook(owner: AddressOwner, hashes: Hashes, lookedAt: Date): Promise<void> {
  const noFailure = { failedAt: null, failedWords: null, failures: 0, nextLookAt: null };
  return write(owner, { ...hashes, lookedAt, ...noFailure });
}

/** Records a failure and the time of the next attempt. */
export function saveFailure(
  owner: AddressOwner,
  hashes: Hashes,
  { failures, failedWords, now }: { failures: number; failedWords: string; now: Date },
): Promise<void> {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS);
  const nextLookAt = new Date(now.getTime() + pause);
  return write(owner, { ...hashes, failedAt: now, failedWords, failures: failures + 1, nextLookAt });
}

async function write({ environmentId, integrationId }: AddressOwner, data: Change): Promise<void> {
  const where = { environmentId_integrationId: { environmentId, integrationId } };
  await prisma().bounceMailbox.upsert({ where, create: { environmentId, integrationId, ...data }, update: data });
}
