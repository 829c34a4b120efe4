import { EXAMPLE_PROVIDER } from '#lib/providers/example-provider.ts';
import type { JsonSchema } from './openapi-document.ts';

type Components = Record<string, JsonSchema>;

/** Objects that are nested more deeply than this have only their required fields. */
const WHOLE_DEPTH = 4;

const ID = '6650f1c2a4b3d2e1f0a9b8c7';

/** Values of fields with these names, if the field’s schema accepts the value. */
const VALUES: Record<string, unknown> = {
  _id: ID,
  _environmentId: '6650f1c2a4b3d2e1f0a9b801',
  _organizationId: '6650f1c2a4b3d2e1f0a9b800',
  actionType: 'primary',
  apiKeyId: ID,
  avatar: 'https://example.com/jane.png',
  body: 'Your order is on its way.',
  color: '#2f6fde',
  contextKey: 'shop:berlin',
  content: 'Your order is on its way.',
  credentialsEndOn: '2027-03-31',
  cursor: ID,
  email: 'jane@example.com',
  environmentId: '6650f1c2a4b3d2e1f0a9b801',
  firstName: 'Jane',
  id: ID,
  inboxOrigin: 'https://app.example.com',
  identifier: 'order-shipped',
  integrationId: ID,
  jobId: ID,
  key: 'vip-customers',
  lastName: 'Cooper',
  layoutId: 'house-style',
  limit: 10,
  locale: 'en-US',
  messageId: ID,
  name: 'Order shipped',
  notificationId: ID,
  phone: '+14155550123',
  providerId: EXAMPLE_PROVIDER,
  requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  search: 'SHOP',
  slug: 'order-shipped',
  status: 'sent',
  stepId: 'email',
  subject: 'Order 1042 is on its way',
  subscriberId: 'jane',
  subscriptionId: ID,
  tag: 'orders',
  targetEnvironmentId: '6650f1c2a4b3d2e1f0a9b802',
  timezone: 'America/New_York',
  title: 'Order 1042 is on its way',
  topicKey: 'vip-customers',
  transactionId: 'order-1042-shipped',
  triggerIdentifier: 'order-shipped',
  type: 'shop',
  variableKey: 'SHOP_URL',
  version: 3,
  workflow: 'order-shipped',
  workflowId: 'order-shipped',
};

/** Optional fields that a typical response does not contain. */
const UNUSUAL = ['deleted', 'deletedAt', 'error', 'errors', 'failure', 'issues', 'stepResolverHash', 'withheld'];

const DATE = '2026-01-15T09:30:00.000Z';

/**
 * Returns a realistic value for a schema. The value is valid, unless the schema has a pattern that this file does not
 * know.
 */
export function exampleOf(schema: JsonSchema, components: Components, name = ''): unknown {
  return valueFor(schema, { components, name, depth: 0, open: [] }) ?? {};
}

interface Place {
  components: Components;
  /** The name of the field. */
  name: string;
  depth: number;
  /** The names of the components that contain the value. A component is omitted inside itself. */
  open: readonly string[];
}

/** Returns the value of a schema. Undefined where a component would contain itself. */
function valueFor(schema: JsonSchema, place: Place): unknown {
  const pointer = schema.$ref;
  if (typeof pointer === 'string') return referenced(pointer.split('/').at(-1) ?? '', place);
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return enumerated(schema.enum, place.name);
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (alternatives) return firstOf(alternatives, place);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return objectOf(schema, place);
  if (type === 'array') return listOf(schema, place);
  if (type === 'string') return textOf(schema, place.name);
  if (type === 'integer' || type === 'number') return numberOf(schema, place.name);
  if (type === 'boolean') return typeof schema.default === 'boolean' ? schema.default : true;
  return type === 'null' ? null : {};
}

function referenced(component: string, place: Place): unknown {
  if (place.open.includes(component)) return undefined;
  return valueFor(place.components[component] ?? {}, { ...place, open: [...place.open, component] });
}

function enumerated(values: unknown[], name: string): unknown {
  const known = VALUES[name];
  return values.includes(known) ? known : values[0];
}

function firstOf(alternatives: JsonSchema[], place: Place): unknown {
  for (const alternative of alternatives) {
    const value = alternative.type === 'null' ? undefined : valueFor(alternative, place);
    if (value !== undefined) return value;
  }
  return alternatives.some(({ type }) => type === 'null') ? null : undefined;
}

function objectOf(schema: JsonSchema, place: Place): object {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const required = (schema.required ?? []) as string[];
  const isUsual = (name: string) => place.depth < WHOLE_DEPTH && !UNUSUAL.includes(name);
  const shown = properties.filter(([name]) => required.includes(name) || isUsual(name));
  const fields = shown.flatMap(([name, field]) => {
    const value = valueFor(field, { ...place, name, depth: place.depth + 1 });
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(fields);
}

function listOf(schema: JsonSchema, place: Place): unknown[] {
  if (schema.maxItems === 0) return [];
  const name = place.name.replace(/s$/, '');
  const item = valueFor((schema.items ?? {}) as JsonSchema, { ...place, name, depth: place.depth + 1 });
  return item === undefined ? [] : [item];
}

function textOf({ format, pattern, maxLength }: JsonSchema, name: string): string {
  if (format === 'date-time' || /(At|Until|Gte|Lte)$/.test(name)) return DATE;
  if (format === 'email') return 'jane@example.com';
  if (format === 'uri' || name.endsWith('Url')) return 'https://example.com';
  const known = VALUES[name] ?? (/^_\w+Id$/.test(name) ? ID : undefined);
  const text = typeof known === 'string' ? known : wordsOf(name);
  const fits = typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
  return (fits ? text : (typeof pattern === 'string' && PATTERNED[pattern]) || ID).slice(0, Number(maxLength ?? 999));
}

/** Values for patterns that an ID does not match. */
const PATTERNED: Record<string, string> = {
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$': DATE,
  '^[1-5]\\d\\d$': '422',
};

/** Returns the words of a name: "fix hint" for `fixHint`. */
function wordsOf(name: string): string {
  return name === '' ? 'text' : name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
}

function numberOf({ minimum, maximum }: JsonSchema, name: string): number {
  const known = VALUES[name];
  const value = typeof known === 'number' ? known : 1;
  const least = typeof minimum === 'number' && minimum > -1e9 ? minimum : value;
  return Math.min(Math.max(value, least), typeof maximum === 'number' ? maximum : value);
}
