/**
 * The stored form of digest events. In memory, an event contains its payload. A stored event refers to a large payload
 * that several runs share, so that a trigger of many runs does not write a copy for each run.
 */

import { isKeptWith, type PayloadIds, type SharedRow } from '#lib/engine/load/payloads.ts';
import type { RunJob } from '#lib/engine/run-context.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { DigestEvent, DigestEvents } from './windows.ts';

/** An event that contains its payload, or refers to it by `payloadId`. */
export type StoredEvent = Omit<DigestEvent, 'payload'> & ({ payload: JsonObject } | { payloadId: string });

/** Payloads up to this many bytes of JSON are copied, because reading them elsewhere costs more than it saves. */
const COPIED_BYTES = 1_000;

/**
 * @param runId the run that stores the events. A payload from an earlier month than the run is copied, because its
 * partition may be dropped before the run's.
 * @returns the events, and the IDs of the payloads that they refer to, if any.
 */
export function storedEvents(
  { events, payloadIds }: Pick<DigestEvents, 'events' | 'payloadIds'>,
  runId: string,
): { events: StoredEvent[]; payload_ids: string[] | undefined } {
  const used = new Set<string>();
  const stored = events.map((event): StoredEvent => {
    const payloadId = payloadIds?.get(event.id);
    if (payloadId === undefined || !isKeptWith(payloadId, runId) || bytesOf(event.payload) <= COPIED_BYTES)
      return event;
    used.add(payloadId);
    return { id: event.id, time: event.time, payloadId };
  });
  return { events: stored, payload_ids: used.size > 0 ? [...used] : undefined };
}

/** @returns the events with the payloads that they refer to. */
export function loadedEvents(
  stored: readonly StoredEvent[],
  payloads: ReadonlyMap<string, SharedRow>,
): Pick<DigestEvents, 'events'> & { payloadIds: PayloadIds } {
  const payloadIds = new Map<string, string>();
  const events = stored.map((event) => {
    if (!('payloadId' in event)) return event;
    const { id, time, payloadId } = event;
    payloadIds.set(id, payloadId);
    return { id, time, payload: payloads.get(payloadId)?.payload ?? {} };
  });
  return { events, payloadIds };
}

/** Returns the columns for a job's result. */
export function storedResult({ result, payloadIds }: Pick<RunJob, 'result' | 'payloadIds'>, runId: string) {
  if (!result || !payloadIds) return { result };
  const { events, payload_ids } = storedEvents({ events: result.events as DigestEvent[], payloadIds }, runId);
  return { result: { ...result, events }, payload_ids };
}

/**
 * Returns a job's result from its columns. Only results of digests refer to payloads. Results of other steps may have
 * their own `events`.
 */
export function loadedResult(
  { result, payload_ids }: { result: JsonObject | null; payload_ids: string[] | null },
  payloads: ReadonlyMap<string, SharedRow>,
): Pick<RunJob, 'result' | 'payloadIds'> {
  if (!result || !payload_ids) return { result: result ?? undefined };
  const { events, payloadIds } = loadedEvents(result.events as StoredEvent[], payloads);
  return { result: { ...result, events: [...events] }, payloadIds };
}

/** Returns the size of a payload as JSON. */
export function bytesOf(payload: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(payload));
}
