/**
 * Lists all columns with encrypted values, called places, so that the rotation of keys misses none. A test fails for a
 * file that encrypts but is not listed as a writer. Raw statements: parts of the statements in `rotate.ts`.
 */
import { recipientContext } from '#lib/alerts/recipient.ts';
import { addressContext } from '#lib/delivery-events/address.ts';
import { variableContext } from '#lib/environment-variables/values.ts';
import { signingSecretContext } from '#lib/environments/signing-secret.ts';
import { erasureSecretContext } from '#lib/erasure/address-hash.ts';
import { identityContext } from '#lib/erasure/identity.ts';
import { credentialContext } from '#lib/integrations/credentials.ts';
import { isObject, parseJson } from '#lib/json/values.ts';
import { directWebhookUrlContext } from '#lib/messages/webhook-url.ts';
import { detailsContext } from '#lib/request-log/details.ts';
import { secretOwner as clientSecretContext } from '#lib/sign-in-providers/secret.ts';
import { webhookUrlContext } from '#lib/subscribers/wire.ts';
import { secretOwner as twoStepContext } from '#lib/two-step/check.ts';

/** The identity of a row. The environment is empty for tables without a tenant. */
export interface RowId {
  environmentId: string;
  key: string;
}

/** An encrypted value of a row. */
interface SealedValue {
  /** The field that contains the value in a JSON column. Empty for other columns. */
  field: string;
  sealed: string;
  /** The second argument of `encrypt`. */
  context: string;
}

export interface Place {
  table: string;
  column: string;
  /** The column that identifies a row, within its environment if the table has tenants. */
  key: string;
  isTenant: boolean;
  type: 'text' | 'bytea' | 'jsonb';
  /**
   * An SQL expression for the beginnings of the encrypted values of a row, as an array of texts. Each text begins with
   * the format and the key's ID. The content of the values is not read.
   */
  heads: string;
  /**
   * The field that contains the encrypted value, if the value is an object. Undefined if the value itself is the
   * encrypted text.
   */
  sealedField?: string;
  /** Returns the encrypted values of a column. Empty if the text does not have the expected form. */
  values: (stored: string, row: RowId) => SealedValue[];
  /** The files that call `encrypt` for the place. */
  writers: string[];
}

/** The number of leading characters to read. `v1.`, a key ID and a dot are at most 36 of them. */
const HEAD = 40;

const whole =
  (contextOf: (row: RowId) => string): Place['values'] =>
  (stored, row) =>
    stored === '' ? [] : [{ field: '', sealed: stored, context: contextOf(row) }];

function textPlace(
  given: Pick<Place, 'table' | 'column' | 'isTenant' | 'writers'> & {
    key?: string;
    context: (row: RowId) => string;
    /** An SQL condition for the rows with encrypted values. Default: all rows. */
    only?: string;
  },
): Place {
  const { context, only = 'true', key = 'id', ...place } = given;
  const heads = `CASE WHEN ${only} AND ${place.column} <> '' THEN ARRAY[left(${place.column}, ${HEAD})] ELSE '{}' END`;
  return { ...place, key, type: 'text', heads, values: whole(context) };
}

const CREDENTIALS = (column: string): Place => ({
  table: 'integrations',
  column,
  key: 'id',
  isTenant: true,
  type: 'jsonb',
  sealedField: '$sealed',
  heads: `CASE WHEN jsonb_typeof(${column}) = 'object' THEN ARRAY (SELECT left(field.value ->> '$sealed', ${HEAD})
    FROM jsonb_each(${column}) AS field WHERE jsonb_typeof(field.value -> '$sealed') = 'string') ELSE '{}' END`,
  values: (stored, { environmentId, key }) =>
    fieldsOf(stored).flatMap(([field, value]) => {
      const sealed = isObject(value) ? value.$sealed : undefined;
      const context = credentialContext({ environmentId, integrationId: key }, field);
      return typeof sealed === 'string' ? [{ field, sealed, context }] : [];
    }),
  writers: ['lib/integrations/credentials.ts'],
});

export const PLACES: readonly Place[] = [
  CREDENTIALS('credentials'),
  CREDENTIALS('configurations'),
  {
    table: 'environment_variables',
    column: '"values"',
    key: 'id',
    isTenant: false,
    type: 'jsonb',
    heads: `CASE WHEN is_secret AND jsonb_typeof("values") = 'object' THEN ARRAY (SELECT left(field.value, ${HEAD})
      FROM jsonb_each_text("values") AS field) ELSE '{}' END`,
    values: (stored, { key }) =>
      fieldsOf(stored).flatMap(([field, sealed]) =>
        typeof sealed === 'string' ? [{ field, sealed, context: variableContext(field, key) }] : [],
      ),
    writers: ['lib/environment-variables/values.ts'],
  },
  textPlace({
    table: 'environments',
    column: 'signing_secret',
    isTenant: false,
    context: ({ key }) => signingSecretContext(key),
    writers: ['lib/environments/signing-secret.ts'],
  }),
  textPlace({
    table: 'two_step_secrets',
    column: 'secret',
    key: 'user_id',
    isTenant: false,
    context: ({ key }) => twoStepContext(key),
    writers: ['lib/two-step/service.ts'],
  }),
  textPlace({
    table: 'sign_in_providers',
    column: 'client_secret',
    isTenant: false,
    context: ({ key }) => clientSecretContext(key),
    writers: ['lib/sign-in-providers/service.ts'],
  }),
  // Only rows of sign-ins in progress are encrypted. Their identifier is the encryption context.
  textPlace({
    table: 'verifications',
    column: 'value',
    key: 'identifier',
    isTenant: false,
    only: `starts_with(identifier, 'sign-in-provider:')`,
    context: ({ key }) => key,
    writers: ['lib/sign-in-providers/pending.ts'],
  }),
  textPlace({
    table: 'alert_rules',
    column: 'recipient',
    isTenant: true,
    context: ({ environmentId, key }) => recipientContext({ environmentId, id: key }),
    writers: ['lib/alerts/recipient.ts'],
  }),
  textPlace({
    table: 'erasures',
    column: 'identity',
    isTenant: true,
    context: ({ environmentId, key }) => identityContext({ environmentId, id: key }),
    writers: ['lib/erasure/identity.ts'],
  }),
  textPlace({
    table: 'erasure_secrets',
    column: 'secret',
    key: 'environment_id',
    isTenant: true,
    context: ({ environmentId }) => erasureSecretContext(environmentId),
    writers: ['lib/erasure/address-hash.ts'],
  }),
  textPlace({
    table: 'event_addresses',
    column: 'secret',
    key: 'integration_id',
    isTenant: true,
    context: ({ environmentId, key }) => addressContext({ environmentId, integrationId: key }),
    writers: ['lib/delivery-events/address.ts'],
  }),
  {
    table: 'subscriber_channels',
    column: 'credentials',
    key: 'id',
    isTenant: true,
    type: 'jsonb',
    heads: `CASE WHEN jsonb_typeof(credentials -> 'webhookUrl') = 'string'
      THEN ARRAY[left(credentials ->> 'webhookUrl', ${HEAD})] ELSE '{}' END`,
    values: (stored, { environmentId, key }) =>
      fieldsOf(stored).flatMap(([field, sealed]) =>
        field === 'webhookUrl' && typeof sealed === 'string'
          ? [{ field, sealed, context: webhookUrlContext(environmentId, key) }]
          : [],
      ),
    writers: ['lib/subscribers/credentials.ts'],
  },
  textPlace({
    table: 'messages',
    column: 'direct_webhook_url',
    isTenant: true,
    context: ({ environmentId, key }) => directWebhookUrlContext(environmentId, key),
    writers: ['lib/engine/record/rows.ts'],
  }),
  textPlace({
    table: 'request_log',
    column: 'details',
    isTenant: true,
    context: ({ environmentId, key }) => detailsContext(environmentId, key),
    writers: ['lib/request-log/details.ts'],
  }),
  {
    table: 'idempotency_records',
    column: 'body',
    key: 'scope_hash',
    isTenant: true,
    type: 'bytea',
    // `escape` can convert every value to text, even one that is not UTF-8. Format and key ID are ASCII.
    heads: `CASE WHEN length(body) > 0 THEN ARRAY[encode(substring(body FROM 1 FOR ${HEAD}), 'escape')] ELSE '{}' END`,
    values: whole(({ key }) => key),
    writers: ['lib/api/idempotency-store.ts'],
  },
];

function fieldsOf(stored: string): [string, unknown][] {
  const parsed = parseJson(stored);
  return isObject(parsed) ? Object.entries(parsed) : [];
}
