import { newId } from '#lib/id.ts';
import { DAY_MS, HOUR_MS } from '#lib/time/durations.ts';
import { COMPANIES, STAFF, UNUSUAL_NAMES } from './companies.ts';
import type { Integrations } from './integrations.ts';
import { nameForms, phoneOf, REGIONS, type Region } from './names.ts';
import { BASE36, BASE62 } from './random.ts';
import type { Base, JsonObject, SubscriberChannelRow, SubscriberRow } from './rows.ts';

/** A subscriber with everything that is stored about them. */
export interface Person {
  row: SubscriberRow;
  kind: 'customer' | 'trade' | 'staff';
  /** The sorted context keys of a trade customer's runs. */
  contextKeys: string[];
  channels: SubscriberChannelRow[];
  /** The time of leaving, if any. */
  leavesAt: Date | null;
}

const LEAVING = 14;

/** About two thousand people, oldest first: customers, trade customers, staff, and some who have left. */
export function makePeople(base: Base, integrations: Integrations, total = 2000): Person[] {
  const people = [
    ...UNUSUAL_NAMES.map((name) => unusual(base, name)),
    jane(base),
    ...STAFF.map((member) => staff(base, member)),
    ...COMPANIES.flatMap((company) =>
      Array.from({ length: base.random.int(7, 14) }, (_, i) => buyer(base, company, i)),
    ),
  ];
  while (people.length < total + LEAVING) people.push(customer(base));
  for (const person of people) connect(base, person, integrations);
  people.sort((a, b) => a.row.created_at.getTime() - b.row.created_at.getTime());
  const leaving = base.random.sample(
    people.filter(
      (person) => person.kind === 'customer' && base.now.getTime() - person.row.created_at.getTime() > 60 * DAY_MS,
    ),
    LEAVING,
  );
  for (const [at, person] of leaving.entries()) {
    // Staff delete these subscribers, each at another time of day.
    const hours = 9 + 8 * ((at * Math.SQRT2) % 1);
    person.leavesAt = new Date(Math.floor(base.now.getTime() - base.random.int(1, 14) * DAY_MS + hours * HOUR_MS));
  }
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
  return sketched(base, {
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
  return sketched(base, {
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
  return sketched(base, {
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
  return sketched(base, {
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

/** The question to support is why she did not get an email: she switched order confirmations off. */
export const JANE = 'jane';

function jane(base: Base): Person {
  const person = sketched(base, {
    kind: 'customer',
    region: REGIONS[0] as Region,
    first: 'Jane',
    last: 'Cooper',
    email: 'jane@example.com',
    subscriberId: JANE,
    data: { plan: 'plus', orders: 31, marketing: true },
    ageDays: 412,
  });
  return {
    ...person,
    row: {
      ...person.row,
      phone: null,
      email: 'jane@example.com',
      avatar: null,
      locale: 'en_GB',
      timezone: 'Europe/London',
    },
  };
}

function regionOf(base: Base): Region {
  const weights = Object.fromEntries(REGIONS.map((region) => [region.country, region.weight]));
  const country = base.random.weighted(weights);
  return REGIONS.find((region) => region.country === country) as Region;
}

function sketched(base: Base, sketch: Sketch): Person {
  const { random, now } = base;
  const createdAt = new Date(now.getTime() - Math.floor(sketch.ageDays * DAY_MS) - random.int(0, HOUR_MS));
  const online = sketch.kind === 'staff' ? random.chance(0.6) : random.chance(0.08);
  const seen = random.chance(0.7);
  const lastOnlineAt = online
    ? now.getTime() - random.int(0, HOUR_MS / 4)
    : now.getTime() - random.next() ** 3 * 90 * DAY_MS;
  return {
    row: {
      id: newId(createdAt),
      environment_id: base.environmentId,
      subscriber_id: sketch.subscriberId,
      first_name: sketch.first,
      last_name: sketch.last,
      email: sketch.email && mailboxOf(base, sketch.email),
      phone: random.chance(sketch.kind === 'staff' ? 1 : 0.78) ? handsetOf(base, sketch.region) : null,
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
    contextKeys: sketch.contextKeys ?? [],
    channels: [],
    leavesAt: null,
  };
}

/** Most mailboxes work. The others are the documented mailboxes of the sandbox, which fail in documented ways. */
function mailboxOf({ random }: Base, email: string): string {
  const word = random.weighted({ fine: 966, rejected: 18, flaky: 10, unavailable: 6 });
  return word === 'fine' ? email : `${email.split('@')[0]}+${word}@sandbox.example`;
}

function handsetOf({ random }: Base, region: Region): string {
  const failure = random.weighted({ fine: 960, '+15005550001': 16, '+15005550008': 16, '+15005550005': 8 });
  return failure === 'fine' ? phoneOf(region, random) : failure;
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
  const token = () =>
    integration.provider_id === 'expo'
      ? `ExponentPushToken[${random.text(22, BASE62)}]`
      : `${random.text(22, BASE62)}:APA91b${random.text(60, BASE62)}`;
  const tokens = Array.from({ length: Number(count) }, () => (random.chance(0.06) ? GONE : token()));
  person.channels.push({
    ...channelRow(base, person, integration),
    device_tokens: [...new Set(tokens)],
    has_device_tokens: true,
  });
}

/** Devices that the sandbox reports as uninstalled, and a webhook that it reports as removed. */
const GONE = 'sandbox-gone';
/** A staff member used an address of the private network, which the outbound guard rejects. */
const OWN_SERVER = 'staff-sam';
const INSIDE = 'http://10.20.0.7/hooks/sandbox-blocked';

function addChat(base: Base, person: Person, integration: Integrations['slack'], url: string): void {
  const gone = `${url.slice(0, url.lastIndexOf('/'))}/${GONE}`;
  const webhookUrl = person.row.subscriber_id === OWN_SERVER ? INSIDE : base.random.chance(0.08) ? gone : url;
  person.channels.push({ ...channelRow(base, person, integration), credentials: { webhookUrl } });
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
