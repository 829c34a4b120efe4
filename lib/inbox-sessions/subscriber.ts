import { isDeepStrictEqual } from 'node:util';
import { prisma } from '#lib/postgres/db.ts';
import { insertSubscriber, upsertSubscribers } from '#lib/subscribers/query.ts';
import { writeOf } from '#lib/subscribers/save.ts';
import type { CreateSubscriberBody } from '#lib/subscribers/schema.ts';
import { isTimeZone } from '#lib/time/time-zone.ts';
import type { Subscriber } from '#prisma/generated/client.ts';

/** The author of changes of the profile. Addresses that this author writes are not restricted. */
const WRITER = { actor: { type: 'system', job: 'inbox' } } as const;

/**
 * Returns the subscriber of a session. Creates the subscriber with the profile if it is new. Changes the profile of an
 * existing subscriber only if `isProven`.
 */
export async function ensureReader(
  environmentId: string,
  { timezone, ...given }: CreateSubscriberBody,
  isProven: boolean,
): Promise<Pick<Subscriber, 'id' | 'timezone'>> {
  // Browsers know time zones that Belfry does not know.
  const profile = { ...given, ...(typeof timezone === 'string' && isTimeZone(timezone) && { timezone }) };
  const where = { environmentId, subscriberId: given.subscriberId };
  const write = writeOf(WRITER, profile);
  const stored = await prisma().subscriber.findFirst({ where });
  if (!stored) {
    const inserted = await insertSubscriber(environmentId, write);
    // Another session created the subscriber in the meantime.
    return inserted ?? (await prisma().subscriber.findFirstOrThrow({ where }));
  }
  if (!isProven || !isOther(profile, stored)) return stored;
  await upsertSubscribers(environmentId, [write]);
  return { ...stored, ...('timezone' in profile && { timezone: profile.timezone }) };
}

function isOther(profile: CreateSubscriberBody, stored: Subscriber): boolean {
  const given = Object.entries(profile).filter(([, value]) => value !== undefined);
  return given.some(([field, value]) => !isDeepStrictEqual(value, stored[field as keyof Subscriber]));
}
