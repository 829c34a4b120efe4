import { newId } from '#lib/id.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { MADE_BY } from './archive.ts';
import { COMPANIES, TOPICS } from './companies.ts';
import { JANE, type Person } from './people.ts';
import type {
  Base,
  ContextRow,
  JsonObject,
  PreferenceRow,
  SuppressionRow,
  TopicRow,
  TopicSubscriptionRow,
} from './rows.ts';
import { HISTORY_START } from './timeline.ts';
import type { Workflows } from './workflows.ts';

export interface Topics {
  topics: TopicRow[];
  subscriptions: TopicSubscriptionRow[];
}

/** A dozen topics with their subscribers. */
export function makeTopics(base: Base, people: Person[]): Topics {
  const subscriptions: TopicSubscriptionRow[] = [];
  const topics = TOPICS.map(([key, name, share]) => {
    const createdAt = new Date(base.now.getTime() - base.random.int(120, 380) * DAY_MS);
    const topic: TopicRow = {
      id: newId(createdAt),
      environment_id: base.environmentId,
      key,
      name,
      created_at: createdAt,
      updated_at: createdAt,
    };
    for (const person of people) {
      if (follows(base, person, key, share)) subscriptions.push(subscribe(base, person, topic));
    }
    return topic;
  });
  return { topics, subscriptions };
}

function follows({ random }: Base, person: Person, key: string, share: number): boolean {
  const role = person.row.data?.role;
  if (key === 'trade-customers') return person.kind === 'trade' && role !== 'kitchen';
  if (key === 'buying-team') return role === 'buyer' || role === 'warehouse';
  if (key === 'delivery-drivers') return role === 'driver';
  if (key === 'plus-members') return person.row.data?.plan === 'plus';
  return person.kind === 'customer' && random.chance(share);
}

function subscribe(base: Base, person: Person, topic: TopicRow): TopicSubscriptionRow {
  const start = Math.max(person.row.created_at.getTime(), topic.created_at.getTime());
  const at = new Date(start + base.random.int(0, 60_000));
  const identifier = `${topic.key}:${person.row.subscriber_id}`;
  return {
    id: newId(at),
    environment_id: base.environmentId,
    topic_id: topic.id,
    subscriber_id: person.row.id,
    identifier,
    name: base.random.chance(0.1) ? `${person.row.first_name ?? 'Somebody'} by the website` : null,
    context_keys: topic.key === 'trade-customers' ? person.contextKeys : [],
    conditions:
      topic.key === 'wish-list-price-alerts' && base.random.chance(0.1)
        ? [{ workflowId: null, enabled: true, condition: { '>=': [{ var: 'payload.discountPercent' }, 15] } }]
        : null,
    created_at: at,
    updated_at: at,
  };
}

/** The companies and regions that triggers and preferences name. */
export function makeContexts(base: Base): ContextRow[] {
  const row = (type: string, key: string, data: JsonObject, daysAgo: number): ContextRow => {
    const at = new Date(base.now.getTime() - daysAgo * DAY_MS);
    return { environment_id: base.environmentId, type, key, data, created_at: at, updated_at: at };
  };
  return [
    ...COMPANIES.map(([name, slug, country]) => row('company', slug, { name, country }, base.random.int(60, 280))),
    row('region', 'uk-ie', { name: 'United Kingdom and Ireland', currency: 'GBP' }, 290),
    row('region', 'dach', { name: 'Germany, Austria, Switzerland', currency: 'EUR' }, 290),
    row('store', 'bristol', { name: 'Bristol, Corn Street' }, 200),
    row('store', 'berlin', { name: 'Berlin, Bergmannstraße' }, 150),
  ];
}

const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const OFFICE_HOURS: JsonObject = {
  isEnabled: true,
  weeklySchedule: Object.fromEntries(
    WORKDAYS.map((day) => [day, { isEnabled: true, hours: [{ start: '09:00 AM', end: '06:00 PM' }] }]),
  ),
};

/**
 * The choices of subscribers: off everywhere, for one workflow, in one context, or under a condition. Some are made
 * during the history.
 */
export function makePreferences(base: Base, people: Person[], workflows: Workflows): PreferenceRow[] {
  const { random } = base;
  const preferences: PreferenceRow[] = [];
  const id = (identifier: string) => workflows.byIdentifier.get(identifier)?.row.id ?? null;
  for (const person of people) {
    if (person.row.subscriber_id === JANE) continue;
    const add = (changes: Partial<PreferenceRow>) => preferences.push(preference(base, person, changes));
    if (random.chance(0.06))
      add({
        channels: random.pick([
          { push: false },
          { sms: false },
          { email: false },
          { push: false, sms: false },
          { email: true, in_app: false },
        ]),
      });
    else if (person.kind === 'trade' && random.chance(0.12)) add({ schedule: OFFICE_HOURS });
    else if (person.kind === 'customer' && random.chance(0.015)) add({ schedule: OFFICE_HOURS });
    else if (random.chance(0.006) && person.row.created_at < HISTORY_START) add({ enabled: false });
    if (person.kind === 'customer') {
      if (random.chance(0.1))
        add({
          workflow_id: id('price-drops'),
          channels: random.pick([{ push: false }, { email: false }, { email: false, push: false }]),
        });
      else if (random.chance(0.04))
        add({ workflow_id: id('price-drops'), condition: { '>=': [{ var: 'payload.discountPercent' }, 20] } });
      if (random.chance(0.12))
        add({
          workflow_id: id('basket-reminder'),
          channels: random.pick([{ email: false }, { push: false }, { email: false, push: false }]),
        });
      if (random.chance(0.07)) add({ workflow_id: id('review-request'), channels: { email: random.chance(0.6) } });
      if (random.chance(0.05))
        add({ workflow_id: id('delivery-on-its-way'), channels: random.pick([{ sms: false }, { push: false }]) });
    }
    if (person.kind === 'trade' && random.chance(0.15)) {
      add({
        workflow_id: id('trade-weekly-summary'),
        context_keys: person.contextKeys,
        channels: { email: random.chance(0.3) },
      });
    }
  }
  return preferences;
}

/** The shop's own page of preferences, which calls the API. */
const SHOP: JsonObject = { type: 'apiKey', name: MADE_BY.apiKeyId };

function preference(base: Base, person: Person, changes: Partial<PreferenceRow>): PreferenceRow {
  // The API has no operation that switches everything off together, so no subscriber does so during the history.
  const until = changes.enabled === false ? HISTORY_START : base.now;
  const span = until.getTime() - person.row.created_at.getTime();
  const at = new Date(person.row.created_at.getTime() + Math.floor(base.random.next() * span));
  return {
    id: newId(at),
    environment_id: base.environmentId,
    subscriber_id: person.row.id,
    workflow_id: null,
    context_keys: [],
    enabled: true,
    channels: {},
    changes: Object.fromEntries(
      Object.keys(changes.channels ?? {}).map((channel) => [channel, { at: at.toISOString(), by: SHOP }]),
    ),
    condition: null,
    schedule: null,
    created_at: at,
    updated_at: at,
    ...changes,
  };
}

/** Addresses that bounced, or whose owners complained, before the history begins. */
export function makeSuppressions(base: Base, people: Person[]): SuppressionRow[] {
  const known = people.filter(({ kind, row }) => kind === 'customer' && row.email?.includes('@example.'));
  return base.random.sample(known, 12).map(({ row }, at) => {
    const cause = CAUSES[at % CAUSES.length] as (typeof CAUSES)[number];
    return {
      environment_id: base.environmentId,
      channel: 'email',
      address: row.email?.toLowerCase() ?? '',
      ...{ event: cause.event, words: cause.words ?? null, note: cause.note ?? null },
      created_at: new Date(HISTORY_START.getTime() - base.random.int(1, 90) * DAY_MS - base.random.int(0, DAY_MS)),
    };
  });
}

/** The causes in turn, with the texts of the mail servers that the providers quote. */
const CAUSES: readonly (Pick<SuppressionRow, 'event'> & Partial<Pick<SuppressionRow, 'words' | 'note'>>)[] = [
  { event: 'bounced', words: '550 5.1.1 The email account that you tried to reach does not exist' },
  { event: 'complained', words: 'The recipient marked the email as spam' },
  { event: 'bounced', words: '550 5.4.4 Unable to route: the domain has no mail server' },
  { event: 'soft_bounced', words: '452 4.2.2 The mailbox is full' },
  { event: 'bounced', words: '550 5.2.1 The account was disabled' },
  { event: 'added', note: 'Wishes no more emails (by phone)' },
];
