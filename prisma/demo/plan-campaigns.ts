/** Messages to many: sales, alerts to the team, the week of trade customers, campaigns, tests by the staff. */
import { HOUR_MS } from '#lib/time/durations.ts';
import { type Action, contextOf, event, NEWSLETTER, pickPerson, times, trigger } from './actions.ts';
import {
  loyaltyPayload,
  orderPayload,
  paymentPayload,
  priceDropPayload,
  problemPayload,
  stockPayload,
  tradeOrderPayload,
} from './goods.ts';
import type { Person } from './people.ts';
import { officeTime } from './rhythm.ts';
import type { JsonObject } from './rows.ts';
import { DAYS, HISTORY_END, historyTime } from './timeline.ts';
import type { World } from './world.ts';

export function makeCampaigns(world: World): Action[] {
  const crowd = (kind: Person['kind']) => world.people.filter((person) => person.kind === kind);
  const customers = crowd('customer');
  const accounts = crowd('trade').filter(({ row }) => row.data?.role === 'accounts');
  return [
    ...times(310, () => tradeOrder(world, accounts)),
    ...times(20, () => stockAlert(world)).flat(),
    ...loyalty(world, customers),
    ...winBack(world, customers),
    ...tasting(world, customers),
    ...times(20, () => tryOut(world, crowd('staff'))),
    ...SALES.flatMap((sale) => drops(world, sale)),
  ];
}

function office({ random }: World): Date {
  return officeTime(random, HISTORY_END, DAYS);
}

function tradeOrder(world: World, accounts: Person[]): Action {
  const at = office(world);
  const person = pickPerson(world, accounts, at);
  const payload = tradeOrderPayload(world.random, world.random.int(20_100, 24_900));
  return trigger(person, 'trade-weekly-summary', at, payload, contextOf(person));
}

/** One alert reaches the whole buying team. Some alerts are followed by a second alert for the same product. */
function stockAlert(world: World): Action[] {
  const { random } = world;
  const { quietFor, ...rest } = stockPayload(random);
  // An old warehouse does not send the length of the quiet time.
  const payload = random.chance(0.16) ? rest : { ...rest, quietFor };
  const start = office(world);
  const again = random.chance(0.4) ? [new Date(start.getTime() + random.int(HOUR_MS, 9 * HOUR_MS))] : [];
  return [start, ...again].map((at) => toTopics(at, 'low-stock', ['buying-team'], payload));
}

function toTopics(
  at: Date,
  name: string,
  keys: readonly string[],
  payload: JsonObject,
  overrides?: JsonObject,
): Action {
  const to = keys.map((topicKey) => ({ type: 'Topic' as const, topicKey }));
  return { type: 'trigger', at, event: { name, to, payload, ...(overrides && { overrides }) } };
}

/** The statement is being rewritten. It is still sent to a few customers each week, and fails. */
function loyalty(world: World, customers: Person[]): Action[] {
  return [1, 8, 15, 22, 29, 36].flatMap((day) =>
    times(13, (index) =>
      event(world, customers, 'loyalty-statement', historyTime(day, 9 + index / 40), loyaltyPayload, {
        overrides: NEWSLETTER,
      }),
    ),
  );
}

/** The campaign ran only in the first week. Then the staff noticed why no message arrived and switched it off. */
function winBack(world: World, customers: Person[]): Action[] {
  const payload = () => ({ lastOrderOn: '6 months ago', voucher: 'KETTLE10' });
  const send = (day: number) =>
    event(world, customers, 'win-back', historyTime(day, 10 + world.random.next() * 5), payload, {
      overrides: NEWSLETTER,
    });
  return [
    ...times(14, (index) => send(index % 6)),
    { type: 'deactivate', at: historyTime(6, 10.2), workflow: 'win-back' },
    ...[12, 21, 27, 34].map(send),
  ];
}

/** An evening was planned, its invitations were delayed, and it was cancelled. */
function tasting(world: World, customers: Person[]): Action[] {
  const payload = () => ({ evening: 'Olive oil tasting', seats: 24 });
  return [
    ...times(16, () =>
      event(world, customers, 'tasting-invitation', historyTime(30, 9 + world.random.next()), payload),
    ),
    { type: 'delete', at: historyTime(30, 15.41), workflow: 'tasting-invitation' },
  ];
}

/** Staff test workflows, including one with a deleted layout and one with a cancelled provider. */
function tryOut(world: World, staff: Person[]): Action {
  const { random } = world;
  const at = office(world);
  const order = orderPayload(random, 999_001, at);
  const [name, payload] = random.pick([
    ['order-confirmation', order],
    ['delivery-problem', problemPayload(random, order, at)],
    ['payment-failed', paymentPayload(random, false, at)],
  ] as [string, JsonObject][]);
  const overrides = random.pick([
    { layoutIdentifier: 'christmas' },
    { email: { integrationIdentifier: 'mailgun-eu' } },
    { severity: 'low' },
  ]);
  return trigger(random.pick(staff), name, at, payload, { overrides });
}

interface Sale {
  /** The day and hour of the first change. */
  day: number;
  hour: number;
  topic: keyof typeof LISTS;
  /** The number of changed prices. */
  changes: number;
}

const LISTS = { 'coffee-club': 'coffee', 'baking-club': 'baking', 'wish-list-price-alerts': 'wish list' } as const;

/** A few prices of one list fall within hours, and every follower of the list gets each change. */
const SALES: readonly Sale[] = [
  { day: 0, hour: 11.4, topic: 'coffee-club', changes: 1 },
  { day: 2, hour: 9.6, topic: 'baking-club', changes: 2 },
  { day: 5, hour: 10.1, topic: 'wish-list-price-alerts', changes: 1 },
  { day: 8, hour: 14.2, topic: 'coffee-club', changes: 2 },
  { day: 15, hour: 10.8, topic: 'coffee-club', changes: 2 },
  { day: 22, hour: 9.9, topic: 'coffee-club', changes: 1 },
  { day: 28, hour: 10.4, topic: 'baking-club', changes: 2 },
  { day: 31, hour: 9.2, topic: 'coffee-club', changes: 1 },
  { day: 32, hour: 15.1, topic: 'baking-club', changes: 1 },
  { day: 34, hour: 10.6, topic: 'wish-list-price-alerts', changes: 1 },
  { day: 35, hour: 11.3, topic: 'coffee-club', changes: 2 },
];

function drops({ random }: World, { day, hour, topic, changes }: Sale): Action[] {
  const keys = topic === 'wish-list-price-alerts' ? [topic] : [topic, ...(random.chance(0.3) ? ['plus-members'] : [])];
  return times(changes, (index) =>
    toTopics(
      historyTime(day, hour + index * 1.2),
      'price-drops',
      keys,
      priceDropPayload(random, LISTS[topic]),
      NEWSLETTER,
    ),
  );
}
