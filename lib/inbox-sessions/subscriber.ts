import { isDeepStrictEqual } from 'node:util';
import { prisma } from '#lib/postgres/db.ts';
import { insertSubscriber, upsertSubscribers } from '#lib/subscribers/query.ts';
import { writeOf } from '#lib/subscribers/save.ts';
import type { CreateSubscriberBody } from '#lib/subscribers/schema.ts';
import { isTimeZone } from '#lib/time/time-zone.ts';
import type { Subscriber } from '#prisma/generated/client.ts';

/** Who writes the profile: nothing restricts the addresses. */
const WRITER = { actor: { type: 'system', job: 'inbox' } } as const;

/**
 * Returns the subscriber of a session. Creates it with the profile if it is new. If the profile of an existing one differs,
 * it changes only if `isProven`.
 */
export async function ensureReader(
  environmentId: string,
  { timezone, ...given }: CreateSubscriberBody,
  isProven: boolean,
): Promise<Pick<Subscriber, 'id'>> {
  // Browsers know names of zones that Belfry does not.
  const profile = { ...given, ...(typeof timezone === 'string' && isTimeZone(timezone) && { timezone }) };
  const where = { environmentId, subscriberId: given.subscriberId };
  const write = writeOf(WRITER, profile);
  const stored = await prisma().subscriber.findFirst({ where });
  if (!stored) {
    const inserted = await insertSubscriber(environmentId, write);
    // Another session created the subscriber at the same moment.
    return inserted ?? (await prisma().subscriber.findFirstOrThrow({ where }));
  }
  if (isProven && isOther(profile, stored)) await upsertSubscribers(environmentId, [write]);
  return stored;
}

function isOther(profile: CreateSubscriberBody, stored: Subscriber): boolean {
  const given = Object.entries(profile).filter(([, value]) => value !== undefined);
  return given.some(([field, value]) => !isDeepStrictEqual(value, stored[field as keyof Subscriber]));
}
