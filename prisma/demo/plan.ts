/** The actions of the shop's systems and people during the history, whatever their results. */
import type { Schedule } from '#lib/preferences/schema.ts';
import { DAY_MS, HOUR_MS } from '#lib/time/durations.ts';
import { type Action, contextOf, event, NEWSLETTER, pickPerson, type ShopEvent, times, trigger } from './actions.ts';
import {
  basketPayload,
  deliveryPayload,
  loyaltyPayload,
  type Order,
  orderPayload,
  paymentPayload,
  problemPayload,
  reviewPayload,
  signInPayload,
} from './goods.ts';
import { JANE, type Person } from './people.ts';
import { makeCampaigns } from './plan-campaigns.ts';
import { deliveryTime, officeTime, shoppingTime } from './rhythm.ts';
import { DAYS, HISTORY_END, HISTORY_START, historyTime } from './timeline.ts';
import type { World } from './world.ts';

/** Returns all actions in order of time. */
export function makePlan(world: World): Action[] {
  const customers = world.people.filter(({ kind }) => kind === 'customer');
  const trade = world.people.filter(({ kind }) => kind === 'trade');
  const planned = [
    ...orders(world, customers, 1_150),
    ...times(430, () => event(world, customers, 'sign-in-code', shopping(world), signInPayload)),
    ...times(390, () => basket(world, customers)).flat(),
    ...times(125, () => payment(world, customers, trade)),
    ...makeCampaigns(world),
    ...choices(world),
    ...departures(world),
    ...story(world),
  ];
  return planned
    .filter(({ at }) => at >= HISTORY_START && at < HISTORY_END)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

function shopping({ random }: World): Date {
  return shoppingTime(random, HISTORY_END, DAYS);
}

/** Orders and what follows: delivery, sometimes a problem, a request for a review. */
function orders(world: World, customers: Person[], count: number): Action[] {
  const { random } = world;
  const made = times(count, () => shoppingTime(random, HISTORY_END, DAYS + 3)).sort(
    (a, b) => a.getTime() - b.getTime(),
  );
  return made.flatMap((at, index) => {
    const person = pickPerson(world, customers, at);
    const order = orderPayload(random, 103_600 + index, at);
    const store = random.chance(0.05) ? { context: { store: random.pick(['bristol', 'berlin']) } } : {};
    return [
      trigger(person, 'order-confirmation', at, order, { ...store, transactionId: `order-${order.orderNumber}` }),
      ...repeated(world, person, at, order),
      ...afterOrder(world, person, order, deliveryTime(random, at), store),
    ];
  });
}

/** Sometimes the checkout sends an order twice, or an unfinished basket. */
function repeated({ random }: World, person: Person, at: Date, order: Order): Action[] {
  const later = new Date(at.getTime() + random.int(2, 90) * 1000);
  const transactionId = `order-${order.orderNumber}`;
  if (random.chance(0.009)) return [trigger(person, 'order-confirmation', later, order, { transactionId })];
  const { total: _, ...unfinished } = order;
  if (random.chance(0.007)) return [trigger(person, 'order-confirmation', later, unfinished)];
  if (random.chance(0.006)) return [trigger(person, 'order-confirmed', later, order)];
  return [];
}

function afterOrder(
  world: World,
  person: Person,
  order: Order,
  deliveredAt: Date,
  store: Partial<ShopEvent>,
): Action[] {
  const { random } = world;
  const sender = random.chance(0.03) ? { overrides: { sms: { from: 'FennelOak' } } } : {};
  const chain = [
    trigger(person, 'delivery-on-its-way', deliveredAt, deliveryPayload(random, order), { ...store, ...sender }),
  ];
  if (random.chance(0.09)) {
    const payload = problemPayload(random, order, deliveredAt);
    const first = new Date(deliveredAt.getTime() + random.int(HOUR_MS / 2, 4 * HOUR_MS));
    chain.push(trigger(person, 'delivery-problem', first, payload, store));
    const again = new Date(first.getTime() + random.int(HOUR_MS / 6, 3 * HOUR_MS));
    if (random.chance(0.4))
      chain.push(
        trigger(person, 'delivery-problem', again, { ...payload, problem: 'The van is still held up' }, store),
      );
  } else if (random.chance(0.42)) {
    const at = new Date(deliveredAt.getTime() + random.int(2 * DAY_MS, 4 * DAY_MS));
    chain.push(trigger(person, 'review-request', at, reviewPayload(order), store));
  }
  return chain;
}

/** A reminder of a basket. Customers who order in the meantime get none. */
function basket(world: World, customers: Person[]): Action[] {
  const { random } = world;
  const at = shopping(world);
  const payload = basketPayload(random);
  const transactionId = `basket-${payload.basketId}`;
  const reminder = trigger(pickPerson(world, customers, at), 'basket-reminder', at, payload, {
    overrides: NEWSLETTER,
    transactionId,
  });
  const ordered = new Date(at.getTime() + random.int(2, 170) * 60_000);
  return random.chance(0.16) ? [reminder, { type: 'cancel', at: ordered, transactionId }] : [reminder];
}

function payment(world: World, customers: Person[], trade: Person[]): Action {
  const { random } = world;
  const at = random.chance(0.5) ? officeTime(random, HISTORY_END, DAYS) : shopping(world);
  const ofTrade = random.chance(0.55);
  const person = pickPerson(world, ofTrade ? trade : customers, at);
  const morning = random.chance(0.12) ? { scheduledAt: new Date(at.getTime() + random.int(1, 9) * HOUR_MS) } : {};
  return trigger(person, 'payment-failed', at, paymentPayload(random, ofTrade, at), {
    ...contextOf(person),
    ...morning,
  });
}

/** The preferences that people choose during the history. */
function choices({ people, preferences }: World): Action[] {
  const byId = new Map(people.map(({ row }) => [row.id, row.subscriber_id]));
  return preferences
    .filter((row) => row.created_at >= HISTORY_START)
    .map((row) => ({
      type: 'choose',
      at: row.created_at,
      subscriberId: byId.get(row.subscriber_id) ?? '',
      preference: {
        ...(row.workflow_id && { workflowId: row.workflow_id }),
        ...(Object.keys(row.channels).length > 0 && { channels: row.channels }),
        ...(row.schedule && { schedule: row.schedule as Schedule }),
        ...(row.condition && { condition: row.condition }),
        ...contextOf({ contextKeys: row.context_keys }),
      },
    }));
}

/** Some customers leave while a reminder waits for them. */
function departures({ random, people }: World): Action[] {
  return people.flatMap((person) => {
    if (!person.leavesAt) return [];
    const before = new Date(person.leavesAt.getTime() - random.int(10, 150) * 60_000);
    return [
      trigger(person, 'basket-reminder', before, basketPayload(random), { overrides: NEWSLETTER }),
      { type: 'leave', at: person.leavesAt, subscriberId: person.row.subscriber_id },
    ];
  });
}

/** "Why did Jane not get her email?" She orders often, and at the end of the third week she switches confirmations off. */
function story({ random, people }: World): Action[] {
  const jane = people.find(({ row }) => row.subscriber_id === JANE) as Person;
  const ordered = [2, 9, 16, 23, 29, 33, 35].map((day) => historyTime(day, 16 + random.next() * 4));
  return [
    ...ordered.flatMap((at, index) => {
      const order = orderPayload(random, 109_010 + index * 37, at);
      return [
        trigger(jane, 'order-confirmation', at, order, { transactionId: `order-${order.orderNumber}` }),
        trigger(jane, 'delivery-on-its-way', deliveryTime(random, at), deliveryPayload(random, order)),
      ];
    }),
    trigger(jane, 'loyalty-statement', historyTime(20, 9.1), loyaltyPayload(random), { overrides: NEWSLETTER }),
    trigger(jane, 'sign-in-code', historyTime(28, 19.2), { ...signInPayload(random), byEmail: true }),
    {
      type: 'choose',
      at: historyTime(24, 19.35),
      subscriberId: JANE,
      preference: { workflowId: 'order-confirmation', channels: { email: false } },
    },
  ];
}
