import type { Schedule } from '#lib/preferences/schema.ts';
import type { Person } from './people.ts';
import type { JsonObject, PreferenceRow } from './rows.ts';
import type { World } from './world.ts';

/** An event with its time. */
export type Action = { at: Date } & (
  | { type: 'trigger'; event: ShopEvent }
  | { type: 'cancel'; transactionId: string }
  | { type: 'choose'; subscriberId: string; preference: Choice }
  | { type: 'leave'; subscriberId: string }
  | { type: 'deactivate' | 'delete'; workflow: string }
);

/** The body of a trigger. */
export interface ShopEvent {
  name: string;
  to: string | { type: 'Topic'; topicKey: string }[];
  payload: JsonObject;
  transactionId?: string;
  overrides?: JsonObject;
  context?: Record<string, string>;
  scheduledAt?: Date;
}

interface Choice {
  workflowId?: string;
  channels?: PreferenceRow['channels'];
  schedule?: Schedule;
  condition?: JsonObject;
  context?: Record<string, string>;
}

export const NEWSLETTER: JsonObject = { email: { integrationIdentifier: 'sendgrid-newsletters' } };

/** Picks a person who is a subscriber at that time. Some are much more active than others. */
export function pickPerson({ random }: World, crowd: Person[], at: Date): Person {
  for (;;) {
    const person = crowd[Math.floor(random.next() ** 1.35 * crowd.length)] as Person;
    const until = person.leavesAt?.getTime() ?? Number.POSITIVE_INFINITY;
    if (person.row.created_at < at && at.getTime() < until) return person;
  }
}

export function trigger(
  person: Person,
  name: string,
  at: Date,
  payload: JsonObject,
  more: Partial<ShopEvent> = {},
): Action {
  return { type: 'trigger', at, event: { name, to: person.row.subscriber_id, payload, ...more } };
}

export function event(
  world: World,
  crowd: Person[],
  name: string,
  at: Date,
  makePayload: (random: World['random'], at: Date) => JsonObject,
  more: Partial<ShopEvent> = {},
): Action {
  return trigger(pickPerson(world, crowd, at), name, at, makePayload(world.random, at), more);
}

export function contextOf({ contextKeys }: Pick<Person, 'contextKeys'>): Pick<ShopEvent, 'context'> {
  if (contextKeys.length === 0) return {};
  return { context: Object.fromEntries(contextKeys.map((key) => key.split(':') as [string, string])) };
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
