import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { z } from 'zod';
import { database } from '#e2e/database.ts';
import { type Answer, type CallApi, caller, expect, test } from '#e2e/fixtures.ts';
import { type JsonSchema, valid } from '#e2e/fuzz/values.ts';
import { filled, isClosed, type ListedOperation, listOperations, neededQuery, takesApiKey } from '#e2e/operations.ts';
import { CANARY, type Known, populate } from '#e2e/populated.ts';
import { signedIn } from '#e2e/session.ts';
import { sideBySide } from '#e2e/side-by-side.ts';
import { createTenant, type Tenant } from '#e2e/tenant.ts';
import { newId } from '#lib/id.ts';

const operations = (await listOperations()).filter(isClosed);

/** Values that all environments of an organization share, so that only another organization counts as foreign. */
const ofOrganization = new Set([
  ...['variableKey', 'memberId', 'sessionId', 'invitation', 'environmentId', 'userId'],
  ...['targetEnvironmentId', 'publicationId', 'signInProviderId'],
]);

interface World {
  tenant: Tenant;
  own: Known;
  /** Populated environments that the callers must not read: one of the same organization, and one of another. */
  foreign: { name: string; known: Known; tenant: Tenant }[];
  callers: { name: string; call: CallApi; key: boolean }[];
}

async function makeWorld(tenant: Tenant): Promise<World> {
  const production = { ...tenant, environmentId: tenant.productionId };
  const elsewhere = await createTenant();
  const session = await signedIn(tenant, 'owner');
  return {
    tenant,
    own: await populate(tenant),
    foreign: [
      { name: 'the other environment', known: await populate(production), tenant: production },
      { name: 'another organization', known: await populate(elsewhere), tenant: elsewhere },
    ],
    callers: [
      { name: 'key', call: caller(`ApiKey ${tenant.apiKey}`), key: true },
      { name: 'session', call: session.call, key: false },
    ],
  };
}

const mayCall = (listed: ListedOperation, who: World['callers'][number]) => !who.key || takesApiKey(listed);

/** Returns an unused value of the same form. */
function unknownLike(value: string): string {
  if (/^[0-9a-f]{24}$/.test(value)) return newId();
  return value.replace(/[0-9a-f]{12}/g, randomBytes(6).toString('hex'));
}

function unknownOf(known: Known): Known {
  const tag = randomBytes(6).toString('hex');
  const swap = (value: string) => (/^[0-9a-f]{24}$/.test(value) ? newId() : value.replace(/[0-9a-f]{12}/g, tag));
  return Object.fromEntries(Object.entries(known).map(([name, value]) => [name, swap(value)]));
}

/** Returns the content of a response without random parts and without the requested values. */
function essence({ status, text }: Answer, values: string[]): string {
  const plain = values
    .toSorted((a, b) => b.length - a.length)
    .flatMap((value) => [encodeURIComponent(value), value])
    .reduce((rest, value) => rest.replaceAll(value, '<value>'), text);
  return `${status} ${plain.replace(/"(timestamp|requestId)":"[^"]*"/g, '"$1":"-"')}`;
}

/** Returns a few valid bodies, which name the caller's own records. The first body has only the required fields. */
function bodiesFor({ operation }: ListedOperation, own: Known): ({ body: unknown } | object)[] {
  if (!operation.body) return [{}];
  const schema = z.toJSONSchema(operation.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const samples = (of: JsonSchema, numRuns: number) => fc.sample(valid(of, own), { seed: 7, numRuns });
  return [...samples(withRequired(schema), 1), ...samples(schema, 8)].map((body) => ({ body }));
}

function withRequired(schema: JsonSchema): JsonSchema {
  if (!schema.properties) return schema;
  const fields = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name));
  return { ...schema, properties: Object.fromEntries(fields) };
}

async function fingerprint(tenants: Tenant[]): Promise<unknown> {
  const environments = tenants.map(({ environmentId }) => environmentId);
  const organizations = tenants.map(({ organizationId }) => organizationId);
  const { rows } = await database().query(
    `SELECT (SELECT jsonb_agg(s ORDER BY s.id) FROM subscribers s WHERE s.environment_id = ANY ($1)) AS subscribers,
       (SELECT jsonb_agg(c ORDER BY c.id) FROM subscriber_channels c WHERE c.environment_id = ANY ($1)) AS channels,
       (SELECT jsonb_agg(p ORDER BY p.id) FROM preferences p WHERE p.environment_id = ANY ($1)) AS preferences,
       (SELECT jsonb_agg(t ORDER BY t.id) FROM topics t WHERE t.environment_id = ANY ($1)) AS topics,
       (SELECT jsonb_agg(t ORDER BY t.id) FROM topic_subscriptions t WHERE t.environment_id = ANY ($1)) AS subscriptions,
       (SELECT jsonb_agg(c ORDER BY c.type, c.key) FROM contexts c WHERE c.environment_id = ANY ($1)) AS contexts,
       (SELECT jsonb_agg(i ORDER BY i.id) FROM integrations i WHERE i.environment_id = ANY ($1)) AS integrations,
       (SELECT jsonb_agg(w ORDER BY w.id) FROM workflows w WHERE w.environment_id = ANY ($1)) AS workflows,
       (SELECT jsonb_agg(s ORDER BY s.id) FROM workflow_steps s WHERE s.environment_id = ANY ($1)) AS steps,
       (SELECT count(*) FROM workflow_versions v WHERE v.environment_id = ANY ($1)) AS versions,
       (SELECT count(*) FROM notifications n WHERE n.environment_id = ANY ($1)) AS notifications,
       (SELECT count(*) FROM messages m WHERE m.environment_id = ANY ($1)) AS messages,
       (SELECT jsonb_agg(k.revoked_at ORDER BY k.id) FROM api_keys k WHERE k.environment_id = ANY ($1)) AS keys,
       (SELECT jsonb_agg(m ORDER BY m.id) FROM members m WHERE m.organization_id = ANY ($2)) AS members,
       (SELECT count(*) FROM sessions s JOIN members m ON m.user_id = s.user_id WHERE m.organization_id = ANY ($2)) AS sessions,
       (SELECT jsonb_agg(i ORDER BY i.id) FROM invitations i WHERE i.organization_id = ANY ($2)) AS invitations,
       (SELECT jsonb_agg(v ORDER BY v.id) FROM environment_variables v WHERE v.organization_id = ANY ($2)) AS variables,
       (SELECT jsonb_agg(e ORDER BY e.id) FROM environments e WHERE e.id = ANY ($1)) AS environments`,
    [environments, organizations],
  );
  return rows[0];
}

test('a foreign ID in a path has the response of an unknown one', async ({ tenant }) => {
  test.slow();
  const world = await makeWorld(tenant);
  const [elsewhere] = world.foreign.slice(-1).map((each) => each.tenant);
  const before = await fingerprint([elsewhere as Tenant]);
  const other = await fingerprint([{ ...tenant, organizationId: '', environmentId: tenant.productionId }]);
  const withIds = operations.filter(
    ({ params, operation }) => params.length > 0 && !createsNamed.has(operation.operationId),
  );
  expect(withIds.length).toBeGreaterThan(8);
  const comparisons = withIds.flatMap((listed) => {
    for (const name of listed.params) expect(world.own[name], `populate() must know ${name}`).toBeTruthy();
    const isShared = listed.params.every((name) => ofOrganization.has(name));
    return world.callers
      .filter((who) => mayCall(listed, who))
      .flatMap((who) => (isShared ? world.foreign.slice(-1) : world.foreign).map((other) => ({ listed, who, other })));
  });
  await sideBySide(comparisons, ({ listed, who, other: { name, known } }) =>
    compare(listed, who.call, { own: world.own, known }, `${who.name}: ${listed.name}, ${name}`),
  );
  expect(await fingerprint([elsewhere as Tenant]), 'nothing changed elsewhere').toEqual(before);
  expect(await fingerprint([{ ...tenant, organizationId: '', environmentId: tenant.productionId }])).toEqual(other);
});

/** Operations that create the named resource if it does not exist. Their own tests check other environments. */
const createsNamed = new Set(['createTopicSubscriptions']);

/** Operations that respond `false` for an unknown ID, as their clients expect. */
const answersFalse = new Set(['cancelEvent']);

async function compare(
  listed: ListedOperation,
  call: CallApi,
  { own, known }: { own: Known; known: Known },
  label: string,
) {
  const statuses = new Set<number>();
  for (const options of bodiesFor(listed, own)) {
    const foreign = Object.fromEntries(listed.params.map((name) => [name, known[name] ?? '']));
    const unknown = Object.fromEntries(Object.entries(foreign).map(([name, value]) => [name, unknownLike(value)]));
    const seen = await call(listed.method, filled(listed.path, foreign), options);
    const unseen = await call(listed.method, filled(listed.path, unknown), options);
    statuses.add(seen.status);
    expect(essence(seen, Object.values(foreign)), `${label} ${JSON.stringify(options)}`).toBe(
      essence(unseen, Object.values(unknown)),
    );
    if (answersFalse.has(listed.operation.operationId)) expect(seen, label).toMatchObject({ status: 200, body: false });
    else expect(seen.status, label).toBeGreaterThanOrEqual(400);
  }
  if (!answersFalse.has(listed.operation.operationId)) expect([...statuses], `${label}: not found`).toContain(404);
}

test('own IDs in a path are found, which proves the test above', async ({ tenant }) => {
  const { own, callers } = await makeWorld(tenant);
  for (const listed of operations.filter(({ method, params }) => method === 'GET' && params.length > 0)) {
    for (const who of callers.filter((each) => mayCall(listed, each))) {
      const answer = await who.call('GET', filled(listed.path, own));
      expect(answer.status, `${who.name}: ${listed.name} ${answer.text.slice(0, 300)}`).toBe(200);
    }
  }
});

test('a foreign value in a filter finds nothing', async ({ tenant }) => {
  const { own, foreign, callers } = await makeWorld(tenant);
  const lastHour = { after: isoBefore(3_600_000), before: isoBefore(0) };
  // A chart that ends now has another bucket if a second begins between the two requests.
  const range = ({ path }: ListedOperation) => (path.endsWith('/volume') ? lastHour : undefined);
  let tried = 0;
  for (const listed of operations.filter(({ method }) => method === 'GET')) {
    const names = freeFilters(listed).filter((name) => name !== 'after' || !growing.has(listed.path));
    for (const name of names) {
      expect(own[name], `populate() must know the filter ${name} of ${listed.name}`).toBeTruthy();
      for (const who of callers.filter((each) => mayCall(listed, each))) {
        const hidden =
          !who.key && looksElsewhere.has(`${listed.operation.operationId} ${name}`) ? foreign.slice(1) : foreign;
        for (const { name: where, known } of hidden) {
          const value = known[name] ?? '';
          const unknown = unknownOf(known)[name] ?? '';
          const ask = (text: string) =>
            who.call('GET', `${filled(listed.path, own)}?${new URLSearchParams({ ...range(listed), [name]: text })}`);
          const label = `${who.name}: ${listed.name} ${name} of ${where}`;
          expect(essence(await ask(value), [value]), label).toBe(essence(await ask(unknown), [unknown]));
          tried++;
        }
      }
    }
  }
  expect(tried).toBeGreaterThan(40);
});

const isoBefore = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Lists that grow during the test: with its calls, and with its exports of the audit log. */
const growing = new Set(['/v1/request-log', '/v1/audit-log']);

/** Filters that search the other environments of the organization, for users who may read these. Their own tests check the results. */
const looksElsewhere = new Set(['explain subscriber']);

/** Constants of Belfry and names of time zones and languages, which reveal no customer data. */
const words = new Set(['resourceType', 'action', 'operationId', 'status', 'zone', 'language', 'method', 'path']);

/**
 * Returns query parameters that accept any text. Omits `environmentId`, whose 403 is tested with access, and times,
 * which belong to no tenant.
 */
function freeFilters({ operation }: ListedOperation): string[] {
  if (!operation.query) return [];
  const { properties = {} } = z.toJSONSchema(operation.query, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const isFree = ({ type, format, enum: values, items }: JsonSchema) =>
    !values && format !== 'date-time' && (type === 'string' || items?.type === 'string') && !items?.enum;
  return Object.keys(properties).filter(
    (name) => name !== 'environmentId' && !words.has(name) && isFree(properties[name] ?? {}),
  );
}

test('own values in filters find the records', async ({ tenant, call }) => {
  const own = await populate(tenant);
  const lists = ['/v2/subscribers', '/v1/messages', '/v1/notifications', '/v2/workflows'];
  for (const listed of operations.filter(({ path }) => lists.includes(path))) {
    // The run has an email step, and its push message only a row.
    const values = listed.path === '/v1/notifications' ? { ...own, providerId: 'sendgrid' } : own;
    for (const name of freeFilters(listed).filter((each) => each !== 'after' && each !== 'before')) {
      const answer = await call('GET', `${listed.path}?${name}=${encodeURIComponent(values[name] ?? '')}`);
      const has = answer.text.includes(own.subscriberId ?? '-') || answer.text.includes(own.workflowId ?? '-');
      if (listed.method === 'GET') expect(has, `${listed.name} ${name}: ${answer.text.slice(0, 300)}`).toBe(true);
    }
  }
});

test('a foreign name in a body has the response of an unknown one', async ({ tenant, call }) => {
  const { own, foreign } = await makeWorld(tenant);
  const path = `/v2/subscribers/${own.subscriberId}`;
  for (const { known } of foreign) {
    const unknown = unknownOf(known);
    const preference = (workflowId = '') => ({ workflowId, channels: { email: false } });
    const bodies: [string, string, (values: Known) => object][] = [
      ['PATCH', `${path}/preferences/bulk`, ({ workflowId }) => ({ preferences: [preference(workflowId)] })],
      ['PATCH', `${path}/preferences/bulk`, ({ query }) => ({ preferences: [preference(query)] })],
      ['PATCH', `${path}/preferences`, ({ workflowId }) => preference(workflowId)],
      ['PATCH', `${path}/preferences`, ({ workflowId }) => ({ workflowId, channels: { email: null } })],
      [
        'PUT',
        `/v1/subscribers/${own.subscriberId}/credentials`,
        ({ integrationIdentifier }) => ({
          providerId: 'fcm',
          integrationIdentifier,
          credentials: { deviceTokens: ['t'] },
        }),
      ],
    ];
    for (const [method, target, body] of bodies) {
      const seen = await call(method, target, { body: body(known) });
      const unseen = await call(method, target, { body: body(unknown) });
      expect(seen.status, `${method} ${target} ${seen.text}`).toBeGreaterThanOrEqual(400);
      expect(essence(seen, Object.values(known))).toBe(essence(unseen, Object.values(unknown)));
    }
  }
});

test('lists and searches contain nothing foreign', async ({ tenant }) => {
  const { own, foreign, callers } = await makeWorld(tenant);
  for (const listed of operations.filter(({ method, params }) => method === 'GET' && params.length === 0)) {
    for (const who of callers.filter((each) => mayCall(listed, each))) {
      const { status, text } = await who.call('GET', `${listed.path}${neededQuery(listed, own)}`);
      expect(status, listed.name).toBe(200);
      for (const { known } of foreign) {
        const hidden = ['subscriberId', 'integrationId', 'workflowId', 'notificationId', 'messageId', 'apiKeyId'];
        for (const name of hidden) expect(text, `${who.name}: ${listed.name}`).not.toContain(known[name]);
      }
    }
  }
});

const QUERIES = [
  '',
  '?credentials=decrypted',
  '?credentials=masked',
  '?credentials=true',
  '?limit=x',
  '?search=canary',
];
/** Returns the queries to test. An operation without a query ignores all of them. */
const queriesOf = ({ operation }: ListedOperation) => (operation.query ? QUERIES : QUERIES.slice(0, 2));

const SIGNING_SECRET = '/v1/environments/me/signing-secret';

test('an API key receives no credentials in any response or error', async ({ tenant, call }) => {
  test.slow();
  const own = await populate(tenant);
  const owner = await signedIn(tenant, 'owner');
  const revealed = await owner.call('GET', `/v1/integrations/${own.integrationId}`);
  const signing = await owner.call('GET', SIGNING_SECRET);
  for (const { text } of [revealed, signing]) {
    expect(text, 'the secret is there to be seen by those who may').toContain(CANARY);
  }
  const requests = (await listOperations())
    .filter(({ method }) => method !== 'DELETE')
    .flatMap((listed) =>
      [...bodiesFor(listed, own), { body: '{' }, { headers: { 'environment-id': 'x' } }]
        .filter((options) => listed.method !== 'GET' || !('body' in options))
        .flatMap((options) => queriesOf(listed).map((query) => ({ listed, options, query }))),
    );
  await sideBySide(requests, async ({ listed, options, query }) => {
    const answer = await call(listed.method, filled(listed.path, own) + query, options);
    expect(answer.text, `${listed.name}${query}`).not.toContain(CANARY);
    expect([...answer.headers].join('\n'), `${listed.name}${query}`).not.toContain(CANARY);
  });
  const revealing = (path: string) => path.includes('integrations') || path === SIGNING_SECRET;
  for (const listed of operations.filter(({ method, path }) => method === 'GET' && !revealing(path))) {
    const answer = await owner.call('GET', filled(listed.path, own));
    expect(answer.text, `session: ${listed.name}`).not.toContain(CANARY);
  }
});
