import {
  basketPayload,
  deliveryPayload,
  loyaltyPayload,
  type Order,
  orderPayload,
  paymentPayload,
  priceDropPayload,
  problemPayload,
  reviewPayload,
  signInPayload,
  stockPayload,
  tradeOrderPayload,
} from './goods.ts';
import { DAY, type Person } from './people.ts';
import { deliveryTime, officeTime, shoppingTime } from './rhythm.ts';
import type { JsonObject } from './rows.ts';
import type { World } from './world.ts';

/** One trigger for one subscriber, as the shop's systems send it. */
export interface Trigger {
  at: Date;
  workflow: string;
  person: Person;
  payload: JsonObject;
  transactionId: string;
  contextKeys: string[];
  /** The keys of the topics that it came through. */
  topicKeys: string[];
  overrides: JsonObject | null;
  isTest: boolean;
}

/** The group that recipients are picked from. */
type Crowd = Person[];

const HOUR = 3_600_000;
const NEWSLETTER: JsonObject = { email: { integrationIdentifier: 'sendgrid-newsletters' } };

/** Exactly `count` triggers of the last 30 days, oldest first. */
export function makePlan(world: World, count: number): Trigger[] {
  const { people } = world;
  const crowd = (kind: Person['kind']) => people.filter((person) => person.kind === kind);
  const customers = crowd('customer');
  const scale = count / 20_000;
  const planned = [
    ...orders(world, customers, Math.round(5200 * scale)),
    ...times(1850 * scale, () =>
      event(world, customers, 'sign-in-code', shoppingTime(world.random, world.now), (r) => signInPayload(r)),
    ),
    ...times(1650 * scale, () => basket(world, customers)),
    ...times(420 * scale, () => payment(world, customers, crowd('trade'))),
    ...times(1400 * scale, () => tradeOrder(world, crowd('trade'))),
    ...times(66 * scale, () => stockAlert(world, crowd('staff'))).flat(),
    ...times(480 * scale, () =>
      event(world, customers, 'loyalty-statement', officeTime(world.random, world.now), loyaltyPayload, NEWSLETTER),
    ),
    ...times(40 * scale, () => winBack(world, customers)),
    ...times(48 * scale, () => test(world, crowd('staff'))),
    ...live(world, customers),
  ].slice(0, count);
  while (planned.length < count) planned.push(...sale(world, customers).slice(0, count - planned.length));
  return planned.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: Math.max(1, Math.round(count)) }, (_, index) => make(index));
}

/** A person who was a subscriber at that time. Some are much more active than others. */
function somebody(world: World, crowd: Crowd, at: Date): Person {
  for (;;) {
    const person = crowd[Math.floor(world.random.next() ** 1.35 * crowd.length)] as Person;
    const until = person.deletedAt?.getTime() ?? Number.POSITIVE_INFINITY;
    if (person.row.created_at < at && at.getTime() < until) return person;
  }
}

function event(
  world: World,
  crowd: Crowd,
  workflow: string,
  at: Date,
  makePayload: (random: World['random'], at: Date) => JsonObject,
  overrides: JsonObject | null = null,
): Trigger {
  return trigger(world, somebody(world, crowd, at), workflow, at, makePayload(world.random, at), { overrides });
}

function trigger(
  world: World,
  person: Person,
  workflow: string,
  at: Date,
  payload: JsonObject,
  changes: Partial<Trigger> = {},
): Trigger {
  return {
    at,
    workflow,
    person,
    payload,
    transactionId: `txn_${world.random.text(24)}`,
    contextKeys: [],
    topicKeys: [],
    overrides: null,
    isTest: false,
    ...changes,
  };
}

/** Orders and what follows: delivery, sometimes a problem, a request for a review. */
function orders(world: World, customers: Crowd, count: number): Trigger[] {
  const { random, now } = world;
  const made = times(count, () => shoppingTime(random, now, 34)).sort((a, b) => a.getTime() - b.getTime());
  const earliest = new Date(now.getTime() - 30 * DAY);
  return made.flatMap((at, index) => {
    const person = somebody(world, customers, at);
    const order = orderPayload(random, 103_600 + index, at);
    const store = random.chance(0.05) ? [`store:${random.pick(['bristol', 'berlin'])}`] : [];
    const base = { contextKeys: store };
    const chain = [
      trigger(world, person, 'order-confirmation', at, order, { ...base, transactionId: `order-${order.orderNumber}` }),
      ...afterOrder(world, person, order, deliveryTime(random, at), base),
    ];
    return chain.filter(
      (item) => item.at >= earliest && item.at <= now && (!person.deletedAt || item.at < person.deletedAt),
    );
  });
}

function afterOrder(world: World, person: Person, order: Order, deliveredAt: Date, base: Partial<Trigger>): Trigger[] {
  const { random } = world;
  const chain = [
    trigger(world, person, 'delivery-on-its-way', deliveredAt, deliveryPayload(random, order), {
      ...base,
      overrides: random.chance(0.03) ? { sms: { from: 'FennelOak' } } : null,
    }),
  ];
  if (random.chance(0.09)) {
    const payload = problemPayload(random, order, deliveredAt);
    const first = new Date(deliveredAt.getTime() + random.int(HOUR / 2, 4 * HOUR));
    chain.push(trigger(world, person, 'delivery-problem', first, payload, base));
    if (random.chance(0.35)) {
      const again = new Date(first.getTime() + random.int(HOUR / 6, 3 * HOUR));
      chain.push(
        trigger(world, person, 'delivery-problem', again, { ...payload, problem: 'The van is still held up' }, base),
      );
    }
  } else if (random.chance(0.42)) {
    const at = new Date(deliveredAt.getTime() + random.int(2 * DAY, 4 * DAY));
    chain.push(trigger(world, person, 'review-request', at, reviewPayload(order), base));
  }
  return chain;
}

function basket(world: World, customers: Crowd): Trigger {
  const at = shoppingTime(world.random, world.now);
  return event(world, customers, 'basket-reminder', at, basketPayload, NEWSLETTER);
}

function payment(world: World, customers: Crowd, trade: Crowd): Trigger {
  const { random, now } = world;
  const at = random.chance(0.5) ? officeTime(random, now) : shoppingTime(random, now);
  const ofTrade = random.chance(0.55);
  const person = somebody(world, ofTrade ? trade : customers, at);
  return trigger(world, person, 'payment-failed', at, paymentPayload(random, ofTrade, at), {
    contextKeys: person.contextKeys,
  });
}

function tradeOrder(world: World, trade: Crowd): Trigger {
  const { random, now } = world;
  const at = officeTime(random, now);
  const accounts = trade.filter(({ row }) => row.data?.role === 'accounts');
  const person = somebody(world, accounts, at);
  return trigger(world, person, 'trade-weekly-summary', at, tradeOrderPayload(random, random.int(20_100, 24_900)), {
    contextKeys: person.contextKeys,
  });
}

/** One alert reaches the whole buying team. Every third one is followed by a second alert for the same product. */
function stockAlert(world: World, staff: Crowd): Trigger[] {
  const { random, now } = world;
  const team = staff.filter((person) => person.topics.has('buying-team'));
  const payload = stockPayload(random);
  const start = officeTime(random, now);
  const moments = random.chance(0.33)
    ? [start, new Date(Math.min(now.getTime(), start.getTime() + random.int(HOUR, 9 * HOUR)))]
    : [start];
  return moments.flatMap((at) => {
    const transactionId = `txn_${random.text(24)}`;
    return team.map((person) =>
      trigger(world, person, 'low-stock', at, payload, { transactionId, topicKeys: ['buying-team'] }),
    );
  });
}

/** The campaign ran in its first week only. Then somebody noticed why nothing arrived and switched it off. */
function winBack(world: World, customers: Crowd): Trigger {
  const { random, now } = world;
  const at = new Date(now.getTime() - random.int(23 * DAY, 29 * DAY));
  return event(
    world,
    customers,
    'win-back',
    at,
    () => ({ lastOrderOn: '6 months ago', voucher: 'KETTLE10' }),
    NEWSLETTER,
  );
}

/** Staff try a workflow from the dashboard. */
function test(world: World, staff: Crowd): Trigger {
  const { random, now } = world;
  const at = officeTime(random, now, 20);
  const person = random.pick(staff);
  const order = orderPayload(random, 999_001, at);
  const [workflow, payload] = random.pick([
    ['order-confirmation', order],
    ['delivery-problem', problemPayload(random, order, at)],
    ['payment-failed', paymentPayload(random, false, at)],
  ] as [string, JsonObject][]);
  return trigger(world, person, workflow, at, payload, { isTest: true });
}

/** Runs that are in progress now. */
function live(world: World, customers: Crowd): Trigger[] {
  const { random, now } = world;
  return times(36, () => {
    const at = new Date(now.getTime() - random.int(300, 80_000));
    const person = somebody(world, customers, at);
    const order = orderPayload(random, random.int(108_800, 108_990), at);
    const [workflow, payload] = random.pick([
      ['order-confirmation', order],
      ['sign-in-code', signInPayload(random)],
      ['delivery-on-its-way', deliveryPayload(random, order)],
      ['payment-failed', paymentPayload(random, false, at)],
    ] as [string, JsonObject][]);
    return trigger(world, person, workflow, at, payload);
  });
}

const LISTS = { 'coffee-club': 'coffee', 'baking-club': 'baking', 'wish-list-price-alerts': 'wish list' } as const;

/** A few prices of one list fall within hours. Every follower of the list gets each change. */
function sale(world: World, customers: Crowd): Trigger[] {
  const { random, now } = world;
  const topicKey = random.weighted({
    'coffee-club': 4,
    'baking-club': 4,
    'wish-list-price-alerts': 1,
  }) as keyof typeof LISTS;
  const both = topicKey !== 'wish-list-price-alerts' && random.chance(0.3);
  const followers = customers.filter((person) => person.topics.has(topicKey));
  const start = officeTime(random, now, random.chance(0.12) ? 0.3 : 30);
  return times(random.int(1, 4), (index) => new Date(start.getTime() + index * random.int(HOUR / 3, 2 * HOUR)))
    .filter((at) => at <= now)
    .flatMap((at) => {
      const payload = priceDropPayload(random, LISTS[topicKey]);
      const transactionId = `txn_${random.text(24)}`;
      const keys = both ? [topicKey, 'plus-members'] : [topicKey];
      return followers
        .filter(({ row, deletedAt }) => row.created_at < at && (!deletedAt || at < deletedAt))
        .map((person) =>
          trigger(world, person, 'price-drops', at, payload, {
            transactionId,
            topicKeys: keys.filter((key) => person.topics.has(key)),
            overrides: NEWSLETTER,
          }),
        );
    });
}
