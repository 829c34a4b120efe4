import { newId } from '#lib/id.ts';
import { COMPANIES, STAFF, UNUSUAL_NAMES } from './companies.ts';
import type { Integrations } from './integrations.ts';
import { nameForms, phoneOf, REGIONS, type Region } from './names.ts';
import { BASE36, BASE62 } from './random.ts';
import type { Base, JsonObject, PreferenceRow, SubscriberChannelRow, SubscriberRow } from './rows.ts';

export const DAY = 86_400_000;
const HOUR = 3_600_000;

/** A subscriber, and how messages to them will end. */
export interface Person {
  row: SubscriberRow;
  kind: 'customer' | 'trade' | 'staff';
  region: Region;
  /** The sorted context keys of a trade customer's runs. */
  contextKeys: string[];
  mailbox: 'fine' | 'unknown' | 'full' | 'blocked' | 'complains';
  handset: 'fine' | 'invalid' | 'unreachable' | 'stopped';
  devices: Device[];
  chats: Chat[];
  preferences: PreferenceRow[];
  /** By topic key. */
  topics: Map<string, { topicId: string; identifier: string }>;
  deletedAt: Date | null;
}

export interface Device {
  channel: SubscriberChannelRow;
  token: string;
  /** When the app was removed from the device. */
  goneSince: Date | null;
}

export interface Chat {
  channel: SubscriberChannelRow;
  url: string;
  goneSince: Date | null;
}

const DELETED = 14;

/** About two thousand people, oldest first: customers, trade customers, staff, and some who have left. */
export function makePeople(base: Base, integrations: Integrations, total = 2000): Person[] {
  const people = [
    ...UNUSUAL_NAMES.map((name) => unusual(base, name)),
    ...STAFF.map((member) => staff(base, member)),
    ...COMPANIES.flatMap((company) =>
      Array.from({ length: base.random.int(7, 14) }, (_, i) => buyer(base, company, i)),
    ),
  ];
  while (people.length < total + DELETED) people.push(customer(base));
  for (const person of people) connect(base, person, integrations);
  people.sort((a, b) => a.row.created_at.getTime() - b.row.created_at.getTime());
  const leaving = base.random.sample(
    people.filter(
      (person) => person.kind === 'customer' && base.now.getTime() - person.row.created_at.getTime() > 60 * DAY,
    ),
    DELETED,
  );
  for (const person of leaving) person.deletedAt = new Date(base.now.getTime() - base.random.int(1, 14) * DAY);
  return people;
}

interface Sketch {
  kind: Person['kind'];
  region: Region;
  first: string | null;
  last: string | null;
  email: string | null;
  subscriberId: string;
  data: JsonObject | null;
  contextKeys?: string[];
  ageDays: number;
}

function customer(base: Base): Person {
  const { random } = base;
  const region = regionOf(base);
  const first = nameForms(random.pick(region.given));
  const last = nameForms(random.pick(region.family));
  const local = random.pick([
    `${first.ascii}.${last.ascii}`,
    `${first.ascii}.${last.ascii}${random.int(2, 99)}`,
    `${first.ascii[0]}${last.ascii}${random.int(60, 99)}`,
    `${first.ascii}${random.int(100, 999)}`,
    `${last.ascii}.${first.ascii}`,
  ]);
  const plus = random.chance(0.14);
  return person(base, {
    kind: 'customer',
    region,
    first: random.chance(0.985) ? first.written : null,
    last: random.chance(0.97) ? last.written : null,
    email: random.chance(0.94)
      ? `${local}@${random.pick(['example.com', 'example.com', 'example.net', 'example.org', 'mail.example', 'post.example'])}`
      : null,
    subscriberId: random.chance(0.04) ? random.uuid() : `cus_${random.text(10, BASE36)}`,
    data: random.chance(0.03)
      ? null
      : {
          plan: plus ? 'plus' : 'standard',
          orders: random.int(0, 64),
          marketing: random.chance(0.7),
          ...(random.chance(0.2) && { quietDeliveries: random.chance(0.5) }),
          ...(random.chance(0.3) && { diet: random.pick(['vegan', 'vegetarian', 'gluten free', 'none']) }),
          ...(random.chance(0.1) && {
            address: { city: random.pick(['Bristol', 'Bath', 'Berlin', 'Lyon', 'Utrecht']), floor: random.int(0, 6) },
          }),
        },
    ageDays: random.chance(0.12) ? random.next() * 30 : 30 + random.next() ** 1.5 * 900,
  });
}

function buyer(base: Base, [company, slug, country]: (typeof COMPANIES)[number], index: number): Person {
  const { random } = base;
  const region = REGIONS.find((candidate) => candidate.country === country) ?? (REGIONS[0] as Region);
  const first = nameForms(random.pick(region.given));
  const last = nameForms(random.pick(region.family));
  const zone = ['DE'].includes(country) ? 'dach' : ['GB', 'IE'].includes(country) ? 'uk-ie' : 'rest';
  return person(base, {
    kind: 'trade',
    region,
    first: first.written,
    last: last.written,
    email: random.chance(0.98) ? `${first.ascii}.${last.ascii}@${slug}.example` : null,
    subscriberId: `trade-${slug}-${String(index + 1).padStart(2, '0')}`,
    data: {
      company,
      accountNumber: `T-${1000 + COMPANIES.findIndex(([, other]) => other === slug) * 17}`,
      role: index === 0 ? 'accounts' : random.pick(['kitchen', 'purchasing', 'front of house', 'accounts']),
    },
    contextKeys: zone === 'rest' ? [`company:${slug}`] : [`company:${slug}`, `region:${zone}`],
    ageDays: 20 + random.next() * 600,
  });
}

function staff(base: Base, [subscriberId, first, last, local, role]: (typeof STAFF)[number]): Person {
  return person(base, {
    kind: 'staff',
    region: REGIONS[0] as Region,
    first,
    last,
    email: `${local}@fennelandoak.example`,
    subscriberId,
    data: { role, shift: base.random.pick(['early', 'late', 'office']) },
    ageDays: 200 + base.random.next() * 400,
  });
}

function unusual(base: Base, [first, last, local]: (typeof UNUSUAL_NAMES)[number]): Person {
  return person(base, {
    kind: 'customer',
    region: regionOf(base),
    first,
    last,
    email: `${local}@example.org`,
    subscriberId: `${local}@example.org`,
    data: { plan: 'standard', orders: base.random.int(1, 30), marketing: true },
    ageDays: 40 + base.random.next() * 300,
  });
}

function regionOf(base: Base): Region {
  const weights = Object.fromEntries(REGIONS.map((region) => [region.country, region.weight]));
  const country = base.random.weighted(weights);
  return REGIONS.find((region) => region.country === country) as Region;
}

function person(base: Base, sketch: Sketch): Person {
  const { random, now } = base;
  const createdAt = new Date(now.getTime() - Math.floor(sketch.ageDays * DAY) - random.int(0, HOUR));
  const online = sketch.kind === 'staff' ? random.chance(0.6) : random.chance(0.08);
  const seen = random.chance(0.7);
  const lastOnlineAt = online ? now.getTime() - random.int(0, HOUR / 4) : now.getTime() - random.next() ** 3 * 90 * DAY;
  return {
    row: {
      id: newId(createdAt),
      environment_id: base.environmentId,
      subscriber_id: sketch.subscriberId,
      first_name: sketch.first,
      last_name: sketch.last,
      email: sketch.email,
      phone: random.chance(sketch.kind === 'staff' ? 1 : 0.78) ? phoneOf(sketch.region, random) : null,
      avatar: random.chance(0.3) ? `https://cdn.fennelandoak.example/avatars/${random.text(12)}.webp` : null,
      locale: random.chance(0.93) ? random.pick(sketch.region.locales) : null,
      timezone: random.chance(0.9) ? random.pick(sketch.region.timezones) : null,
      data: sketch.data,
      is_online: seen ? online : null,
      last_online_at: seen ? new Date(Math.max(createdAt.getTime(), Math.floor(lastOnlineAt))) : null,
      version: random.int(0, 12),
      created_at: createdAt,
      updated_at: new Date(
        createdAt.getTime() + Math.floor(random.next() ** 2 * (now.getTime() - createdAt.getTime())),
      ),
    },
    kind: sketch.kind,
    region: sketch.region,
    contextKeys: sketch.contextKeys ?? [],
    mailbox: random.weighted({ fine: 955, unknown: 20, full: 12, blocked: 8, complains: 5 }),
    handset: random.weighted({ fine: 960, invalid: 14, unreachable: 18, stopped: 8 }),
    devices: [],
    chats: [],
    preferences: [],
    topics: new Map(),
    deletedAt: null,
  };
}

/** Adds a subscriber's devices and chat accounts. */
function connect(base: Base, person: Person, integrations: Integrations): void {
  const { random } = base;
  const driver = person.row.data?.role === 'driver';
  if (driver) addDevices(base, person, integrations.expo, 1);
  else if (person.kind === 'customer' && random.chance(0.46)) {
    addDevices(base, person, integrations.fcm, random.weighted({ '1': 8, '2': 3, '3': 1 }));
  }
  if (person.kind === 'staff' || (person.kind === 'trade' && random.chance(0.45))) {
    const workspace = `T${random.text(8, BASE36).toUpperCase()}`;
    const url = `https://hooks.slack.example/services/${workspace}/B${random.text(8, BASE36).toUpperCase()}/${random.text(24, BASE62)}`;
    addChat(base, person, integrations.slack, url);
  }
  if (person.kind === 'trade' && random.chance(0.2)) {
    addChat(
      base,
      person,
      integrations.msteams,
      `https://fennelandoak.webhook.office.example/webhookb2/${random.uuid()}/IncomingWebhook/${random.text(32)}`,
    );
  }
  if (person.row.data?.role === 'buyer' || (person.kind === 'customer' && random.chance(0.05))) {
    addChat(
      base,
      person,
      integrations.discord,
      `https://discord.example/api/webhooks/${random.text(18, '0123456789')}/${random.text(40, BASE62)}`,
    );
  }
}

function addDevices(base: Base, person: Person, integration: Integrations['fcm'], count: number | string): void {
  const { random } = base;
  const tokens = Array.from({ length: Number(count) }, () =>
    integration.provider_id === 'expo'
      ? `ExponentPushToken[${random.text(22, BASE62)}]`
      : `${random.text(22, BASE62)}:APA91b${random.text(60, BASE62)}`,
  );
  const channel = channelRow(base, person, integration);
  channel.device_tokens = [...tokens];
  channel.has_device_tokens = true;
  for (const token of tokens) {
    const gone = random.chance(0.08) ? new Date(base.now.getTime() - random.int(1, 29) * DAY) : null;
    person.devices.push({ channel, token, goneSince: gone });
  }
}

function addChat(base: Base, person: Person, integration: Integrations['slack'], url: string): void {
  const channel = channelRow(base, person, integration);
  channel.credentials = { webhookUrl: base.seal.channelWebhook(channel.id, url) };
  const gone = base.random.chance(0.12) ? new Date(base.now.getTime() - base.random.int(1, 25) * DAY) : null;
  person.chats.push({ channel, url, goneSince: gone });
}

function channelRow(base: Base, person: Person, integration: Integrations['slack']): SubscriberChannelRow {
  const start = Math.max(person.row.created_at.getTime(), integration.created_at.getTime());
  const at = new Date(start + base.random.int(0, 10 * 60_000));
  return {
    id: newId(at),
    environment_id: base.environmentId,
    subscriber_id: person.row.id,
    integration_id: integration.id,
    provider_id: integration.provider_id,
    integration_identifier: base.random.chance(0.3) ? integration.identifier : null,
    credentials: {},
    device_tokens: [],
    has_device_tokens: false,
    created_at: at,
    updated_at: at,
  };
}
