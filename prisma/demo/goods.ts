import { DAY_MS } from '#lib/time/durations.ts';
import type { Random } from './random.ts';
import { BASE36 } from './random.ts';
import { dayName } from './rhythm.ts';
import type { Json, JsonObject } from './rows.ts';

const SHOP = 'https://shop.fennelandoak.example';

/** `[name, sku, price, list]` */
const PRODUCTS: readonly (readonly [
  name: string,
  sku: string,
  price: number,
  list: 'coffee' | 'baking' | 'kitchen',
])[] = [
  ['Enamel stockpot, 8 litres', 'POT-E8', 59, 'kitchen'],
  ['Carbon steel pan, 28 cm', 'PAN-C28', 64.5, 'kitchen'],
  ['Ethiopia Guji espresso, 1 kg', 'COF-GUJ', 31.9, 'coffee'],
  ['Hand grinder “Lille”', 'GRD-LIL', 119, 'coffee'],
  ['Dripper, size 02', 'DRP-02', 18.5, 'coffee'],
  ['Gooseneck kettle, matt black', 'KET-GNB', 84, 'coffee'],
  ['Sourdough starter kit', 'BAK-SRD', 24.9, 'baking'],
  ['Rye flour, stone milled, 5 kg', 'FLR-RYE5', 14.2, 'baking'],
  ['Proving basket, oval', 'BSK-OVL', 16.8, 'baking'],
  ['Cast iron bread oven', 'OVN-BRD', 142, 'baking'],
  ['Olive oil “Kalamon”, 3 litres', 'OIL-KAL3', 48, 'kitchen'],
  ['Smoked sea salt, 250 g', 'SLT-SMK', 7.9, 'kitchen'],
  ['Oak chopping board', 'BRD-OAK', 54, 'kitchen'],
  ['Linen apron, fennel green', 'APR-GRN', 39, 'kitchen'],
  ['Paring knife, 9 cm', 'KNF-P9', 27.5, 'kitchen'],
  ['Mandoline, adjustable', 'MND-ADJ', 46, 'kitchen'],
  ['Preserving jars, set of 6', 'JAR-6', 21, 'kitchen'],
  ['Chestnut honey, 500 g', 'HNY-CHT', 13.4, 'kitchen'],
  ['Decaf Huila, 500 g', 'COF-HUI', 17.2, 'coffee'],
  ['Danish dough whisk', 'WSK-DAN', 12.9, 'baking'],
];

const REASONS = [
  'insufficient funds',
  'the card has expired',
  'the bank asks for a confirmation',
  'the direct debit was returned',
  'do not honour (05)',
];
const PROBLEMS = [
  'Nobody answered the door',
  'The van is held up by roadworks',
  'A jar broke in transit',
  'The address could not be found',
  'The parcel was sorted to the wrong depot',
];

function money(amount: number): string {
  return `£${amount.toFixed(2)}`;
}

export interface Order extends JsonObject {
  orderNumber: string;
}

export function orderPayload(random: Random, number: number, at: Date): Order {
  const items = random.sample(PRODUCTS, Number(random.weighted({ '1': 5, '2': 4, '3': 2, '5': 1 })));
  const lines = items.map(([name, , price]) => ({
    name,
    quantity: random.weighted({ '1': 8, '2': 2, '4': 1 }),
    price,
  }));
  const total = lines.reduce((sum, { quantity, price }) => sum + Number(quantity) * price, 0);
  const orderNumber = `FO-${number}`;
  return {
    orderNumber,
    items: lines.map(
      ({ name, quantity, price }): Json => ({
        name,
        quantity: Number(quantity),
        price: money(price * Number(quantity)),
      }),
    ),
    total: money(total),
    deliveryDay: dayName(new Date(at.getTime() + DAY_MS)),
    address: `${random.int(1, 180)} ${random.pick(['Corn Street', 'Mill Lane', 'Bergmannstraße', 'Oudegracht', 'Rue des Martyrs', 'Harbour Road', 'Station Approach'])}`,
    paidWith: random.pick(['Visa ending 4242', 'Mastercard ending 5454', 'PayPal', 'on account', 'Klarna']),
    orderUrl: `${SHOP}/orders/${orderNumber}`,
    ...(random.chance(0.08) && {
      note: random.pick(['Please leave with the neighbour at 12b.', 'Gift: no invoice in the box!', 'Ring twice 🔔']),
    }),
  };
}

export function deliveryPayload(random: Random, order: Order): JsonObject {
  const trackingNumber = `PW${random.text(10, '0123456789')}GB`;
  return {
    orderNumber: order.orderNumber,
    carrier: 'Parcelway',
    trackingNumber,
    driver: random.pick(['Mo', 'Cerys', 'Dieter', 'Lotte']),
    trackingUrl: `https://parcelway.example/t/${trackingNumber}`,
  };
}

export function problemPayload(random: Random, order: Order, at: Date): JsonObject {
  return {
    orderNumber: order.orderNumber,
    problem: random.pick(PROBLEMS),
    nextAttempt: `${dayName(new Date(at.getTime() + DAY_MS))}, ${random.pick(['8 to 12', '12 to 16', '16 to 20'])} o’clock`,
    helpUrl: `${SHOP}/help/${order.orderNumber}`,
    ...(random.chance(0.3) && { compensation: random.pick(['£5 voucher', 'delivery refunded']) }),
  };
}

export function reviewPayload(order: Order): JsonObject {
  const [first] = order.items as { name: string }[];
  return {
    orderNumber: order.orderNumber,
    product: first?.name ?? 'order',
    reviewUrl: `${SHOP}/reviews/new/${order.orderNumber}`,
  };
}

export function signInPayload(random: Random): JsonObject {
  return {
    code: random.text(6, '0123456789'),
    device: random.pick(['Safari on an iPhone', 'Chrome on Windows', 'Firefox on Linux', 'the shop app on a Pixel 8']),
    city: random.pick(['Bristol', 'Berlin', 'Utrecht', 'Lyon', 'Leeds', 'Dublin', 'Osaka', 'Porto Alegre']),
    minutes: 10,
    ...(random.chance(0.35) && { byEmail: true }),
  };
}

export function paymentPayload(random: Random, trade: boolean, at: Date): JsonObject {
  const reference = trade ? `invoice FT-${random.text(6, '0123456789')}` : `order FO-${random.int(104_000, 108_900)}`;
  return {
    reference,
    amount: money(trade ? random.int(180, 4200) + 0.4 : random.int(12, 240) + 0.9),
    reason: random.pick(REASONS),
    retryOn: dayName(new Date(at.getTime() + 3 * DAY_MS)),
    payUrl: `${SHOP}/pay/${random.text(12, BASE36)}`,
  };
}

export function basketPayload(random: Random): JsonObject {
  const [name, , price] = random.pick(PRODUCTS);
  const itemCount = random.int(1, 6);
  const basketId = random.text(8, BASE36);
  return {
    basketId,
    product: name,
    itemCount,
    total: Math.round((price + (itemCount - 1) * 14.5) * 100) / 100,
    basketUrl: `${SHOP}/basket/${basketId}`,
    ...(random.chance(0.3) && { voucher: 'STAYWARM' }),
  };
}

export function priceDropPayload(random: Random, list: string): JsonObject {
  const [name, sku, price] = random.pick(PRODUCTS.filter((product) => list === 'wish list' || product[3] === list));
  // Some subscribe to the wish list only for discounts that never occur, so their condition is not met.
  const discountPercent = random.pick(list === 'wish list' ? [5, 8, 10] : [5, 8, 10, 15, 20, 25, 30]);
  return {
    list,
    product: name,
    oldPrice: money(price),
    newPrice: money(price * (1 - discountPercent / 100)),
    discountPercent,
    productUrl: `${SHOP}/p/${sku.toLowerCase()}`,
  };
}

export function tradeOrderPayload(random: Random, number: number): JsonObject {
  return {
    orderNumber: `FT-${number}`,
    orderedBy: random.pick(['the kitchen', 'front desk', 'purchasing', 'the bar']),
    amount: money(random.int(60, 1900) + random.pick([0, 0.4, 0.75])),
    ...(random.chance(0.4) && { costCentre: `CC-${random.int(10, 48)}` }),
  };
}

export function stockPayload(random: Random): JsonObject {
  const [product, sku] = random.pick(PRODUCTS);
  return {
    sku,
    product,
    onHand: random.int(2, 40),
    weeklySales: random.int(25, 120),
    warehouse: random.pick(['Avonmouth', 'Berlin-Großbeeren', 'Utrecht']),
    quietFor: { amount: 1, unit: 'days' },
  };
}

export function loyaltyPayload(random: Random): JsonObject {
  return {
    points: random.int(2, 180) * 10,
    lapseOn: 'in three weeks',
    month: 'this month',
  };
}
