import { database, insertRow } from '#e2e/database.ts';
import { type CallApi, expect, parsed, test } from '#e2e/fixtures.ts';
import { insertRows, messageRow } from '#e2e/history-rows.ts';
import { createIntegration, createSubscribers } from '#e2e/rows.ts';
import { newId } from '#lib/id.ts';
import { Subscriber, SubscriberPage } from '#lib/subscribers/schema.ts';

const create = (call: CallApi, body: object, query = '') => call('POST', `/v2/subscribers${query}`, { body });
const search = async (call: CallApi, query: string) =>
  parsed(SubscriberPage, await call('GET', `/v2/subscribers?${query}`));
const idsOf = (page: SubscriberPage) => page.data.map((subscriber) => subscriber.subscriberId);

test.describe('create a subscriber (4.2)', () => {
  const everything = {
    subscriberId: 'jane',
    firstName: 'Jane',
    lastName: 'Cooper',
    email: 'jane@example.com',
    phone: '+4915112345678',
    avatar: 'https://example.com/jane.png',
    locale: 'en-US',
    timezone: 'Europe/Berlin',
    data: { plan: 'pro', nested: { list: [1, 'two', null, true] }, ['__proto__']: { polluted: true } },
  };

  test('the stored subscriber is returned', async ({ call, tenant }) => {
    const body = JSON.parse(JSON.stringify(everything).replace('"nested"', '"__proto__":{"x":1},"nested"'));
    const created = parsed(Subscriber, await create(call, body), 201);
    expect(created).toMatchObject(everything);
    expect(created).toMatchObject({
      _environmentId: tenant.environmentId,
      _organizationId: tenant.organizationId,
      deleted: false,
      __v: 0,
      channels: [],
      topics: [],
    });
    expect(created.createdAt).toBe(created.updatedAt);
    const read = parsed(Subscriber, await call('GET', '/v2/subscribers/jane'));
    expect(read).toEqual(created);
  });

  test('an existing subscriber is updated; absent fields stay and null clears', async ({ call }) => {
    const first = parsed(Subscriber, await create(call, everything), 201);
    const second = parsed(Subscriber, await create(call, { subscriberId: 'jane', lastName: 'Fox', phone: null }), 201);
    expect(second).toMatchObject({ ...everything, lastName: 'Fox', phone: null, _id: first._id, __v: 1 });
  });

  test('failIfExists answers 409 with the existing subscriber merged into the error', async ({ call }) => {
    await create(call, everything);
    const assertError = await create(call, { subscriberId: 'jane', firstName: 'Other' }, '?failIfExists=true');
    expect(assertError.status).toBe(409);
    expect(assertError.body).toMatchObject({
      statusCode: 409,
      message: 'Subscriber with id "jane" already exists',
      firstName: 'Jane',
      subscriberId: 'jane',
    });
    expect((await create(call, { subscriberId: 'jane', firstName: 'Other' }, '?failIfExists=false')).status).toBe(201);
  });

  test('exactly one of 50 concurrent creates with failIfExists succeeds', async ({ call }) => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        create(call, { subscriberId: 'race', firstName: `n${n}` }, '?failIfExists=true'),
      ),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([201, ...Array(49).fill(409)]);
    const winner = answers.find((answer) => answer.status === 201)?.body as unknown as Subscriber;
    const page = await search(call, 'subscriberId=race');
    expect(page.data.map((subscriber) => subscriber.firstName)).toEqual([winner.firstName]);
  });

  test('concurrent upserts all take effect', async ({ call }) => {
    await create(call, { subscriberId: 'busy' });
    await Promise.all(Array.from({ length: 30 }, (_, n) => create(call, { subscriberId: 'busy', firstName: `n${n}` })));
    expect(parsed(Subscriber, await call('GET', '/v2/subscribers/busy')).__v).toBe(30);
  });

  for (const [field, value] of [
    ['subscriberId', '   '],
    ['email', ''],
    ['email', 'unknown'],
    ['locale', 'not a locale'],
    ['timezone', 'Mars/Olympus'],
    ['data', []],
    ['firstName', 7],
    ['lastName', 'a\u0000b'],
    ['phone', '\ud800'],
  ] as const) {
    test(`rejects ${field} = ${JSON.stringify(value)}`, async ({ call }) => {
      const answer = await create(call, { subscriberId: 'bad', [field]: value });
      expect(answer.status, answer.text).toBe(422);
      expect(Object.keys((answer.body as { errors: object }).errors)).toEqual([field]);
    });
  }

  test('another environment does not see it', async ({ call, tenant }) => {
    await create(call, everything);
    const other = await call('GET', '/v2/subscribers/jane', { authorization: `ApiKey ${tenant.productionApiKey}` });
    expect(other.status).toBe(404);
  });
});

test.describe('search subscribers (4.3)', () => {
  const people = [
    {
      subscriberId: 'u1',
      firstName: 'Jane',
      lastName: 'Cooper',
      email: 'jane.cooper@example.com',
      phone: '+4915100001',
    },
    { subscriberId: 'u2', firstName: 'Janet', lastName: 'Fox', email: 'fox_100%@example.org', phone: '+4915100002' },
    { subscriberId: 'u3', firstName: 'Bob', lastName: 'Cooperman', email: 'bob@mail.example.net', phone: '+33600003' },
    { subscriberId: 'u4', firstName: null, lastName: '李小龍', email: 'li@example.com', phone: null },
    { subscriberId: 'u11', firstName: 'ann', lastName: 'lee', email: 'ANN@example.com', phone: '004' },
  ];

  const cases: [string, string[]][] = [
    ['email=cooper', ['u1']],
    ['email=example.com', ['u11', 'u4', 'u1']],
    ['email=ann', []],
    ['email=ANN', ['u11']],
    ['email=_100%25', ['u2']],
    ['email=%25', ['u2']],
    ['email=_', ['u2']],
    ['email=li', ['u4']],
    ['phone=4915', ['u2', 'u1']],
    ['phone=%2B33', ['u3']],
    ['name=Cooper', ['u3', 'u1']],
    ['name=Jane%20Cooper', ['u1']],
    ['name=e%20C', ['u1']],
    ['name=jane', []],
    ['name=李小', ['u4']],
    ['name=Jane&email=example.org', ['u2']],
    ['name=Cooper&phone=4915&email=jane', ['u1']],
    ['subscriberId=u1', ['u1']],
    ['subscriberId=u', []],
    ['subscriberId=u1&email=example.org', []],
    ['orderDirection=ASC', ['u1', 'u2', 'u3', 'u4', 'u11']],
    ['orderDirection=DESC', ['u11', 'u4', 'u3', 'u2', 'u1']],
    ['limit=2', ['u11', 'u4']],
    ['limit=2&orderDirection=ASC', ['u1', 'u2']],
    ['orderBy=updatedAt', ['u2', 'u11', 'u4', 'u3', 'u1']],
    ['orderBy=updatedAt&orderDirection=ASC', ['u1', 'u3', 'u4', 'u11', 'u2']],
  ];

  test('every filter, order and limit', async ({ call }) => {
    for (const person of people) await create(call, person);
    await create(call, { subscriberId: 'u2', avatar: 'changed' });
    for (const [query, expected] of cases) {
      expect(idsOf(await search(call, query)), query).toEqual(expected);
    }
    const page = await search(call, 'name=Cooper&limit=1');
    expect(page).toMatchObject({ totalCount: 2, totalCountCapped: false, previous: null });
  });

  const found: [string, string[]][] = [
    ['cooper jane', ['u1']],
    ['JANE', ['u2', 'u1']],
    ['coop', ['u3', 'u1']],
    ['munoz', ['m1']],
    ['MUÑOZ jose', ['m1']],
    ['nguyen carlos', ['m2']],
    ['nguyên', ['m2']],
    ['obrien', ['m3']],
    ["O'Brien", ['m3']],
    ['jean-luc', ['m3']],
    ['luc', ['m3']],
    ['lu', ['m3']],
    ['李小', ['u4']],
    ['小', ['u4']],
    ['龍李', []],
    ['山田', ['m4']],
    ['太郎 山田', ['m4']],
    ['민준', ['m5']],
    ['strasse', ['m6']],
    ['Straße', ['m6']],
    ['ΟΔΥΣΣΕΥΣ', ['m7']],
    ['пётр', ['m8']],
    ['петр', ['m8']],
    ['fox_100%', ['u2']],
    ['100%', ['u2']],
    ['%', []],
    ['_', []],
    ['example.org', ['u2']],
    ['ann@', ['u11']],
    ['an', ['u11', 'm1']],
    ['u11', ['u11']],
    ['+49 151 000-01', ['u1']],
    ['0151 00002', ['u2']],
    ['0033 600', ['u3']],
    ['0171 555', ['m1']],
    ['(0171) 5550101', ['m1']],
    ['1042', ['order-1042']],
    ['order-1042', ['order-1042']],
    ['ORDER 10', ['order-1042']],
    ['jane unknown', []],
    ['\u0301', ['all']],
  ];

  test('q ignores case, accents, order of words and separators', async ({ call }) => {
    const more = [
      { subscriberId: 'order-1042' },
      { subscriberId: 'm8', firstName: 'Пётр', lastName: 'Чайковский' },
      { subscriberId: 'm7', firstName: 'Ὀδυσσεύς' },
      { subscriberId: 'm6', lastName: 'Straßer' },
      { subscriberId: 'm5', firstName: '김민준' },
      { subscriberId: 'm4', firstName: '山田太郎' },
      { subscriberId: 'm3', firstName: 'Jean-Luc', lastName: 'O’Brien' },
      { subscriberId: 'm2', firstName: 'Carlos', lastName: 'Nguyễn' },
      { subscriberId: 'm1', firstName: 'José Antonio', lastName: 'Mun\u0303oz', phone: '+49 171 555-0101' },
    ];
    for (const person of [...more, ...people]) await create(call, person);
    const all = [...more, ...people].map(({ subscriberId }) => subscriberId).reverse();
    for (const [q, expected] of found) {
      const ids = idsOf(await search(call, `limit=100&q=${encodeURIComponent(q)}`));
      expect(ids, q).toEqual(expected[0] === 'all' ? all : expected);
    }
    expect(idsOf(await search(call, 'q=cooper&email=bob'))).toEqual(['u3']);
    expect(await search(call, 'q=cooper&limit=1')).toMatchObject({ totalCount: 2, totalCountCapped: false });
    await create(call, { subscriberId: 'u3', lastName: 'Miller' });
    expect(idsOf(await search(call, 'q=cooperman'))).toEqual([]);
    expect(idsOf(await search(call, 'q=miller'))).toEqual(['u3']);
  });

  test('the default limit is 10', async ({ call, tenant }) => {
    await createSubscribers(tenant, 12);
    const page = await search(call, '');
    expect(page.data).toHaveLength(10);
    expect(page.totalCount).toBe(12);
  });

  test('each subscriber has the last message’s time and the failing channels on request', async ({ call, tenant }) => {
    await createSubscribers(tenant, 2);
    const { data } = await search(call, 'limit=2');
    const at = new Date(Date.now() - 60_000);
    for (const when of [at, new Date(at.getTime() - 1_000)]) {
      await insertRows('messages', [messageRow(tenant, when, { subscriber_id: data[0]?._id })]);
    }
    const page = await search(call, 'limit=2&includeLastMessage=true');
    expect(page.data.map(({ lastMessageAt }) => lastMessageAt)).toEqual([at.toISOString(), undefined]);
    expect(page.data[0]).not.toHaveProperty('failingChannels');
    await insertRows('messages', [messageRow(tenant, new Date(), { subscriber_id: data[0]?._id, status: 'error' })]);
    expect((await search(call, 'limit=2&includeLastMessage=true')).data[0]?.failingChannels).toEqual(['email']);
    expect(page.data[1]).toEqual(data[1]);
    expect((await search(call, 'limit=2')).data).toEqual(data);
  });

  test('totalCount is exact at 50,000 and capped beyond, for lists and searches', async ({ call, tenant }) => {
    await database().query(
      `INSERT INTO subscribers (id, environment_id, subscriber_id, email, created_at, updated_at)
       SELECT $2 || lpad(to_hex(n), 12, '0'), $1, 'many-' || n,
         CASE WHEN n % 5 = 0 THEN 'rare' ELSE 'ordinary' END || n || CASE WHEN n > 50000 THEN '@last' ELSE '@crowd' END || '.example',
         now(), now()
       FROM generate_series(1, 50001) n`,
      [tenant.environmentId, newId().slice(0, 12)],
    );
    const totals = async (query: string) => {
      const { totalCount, totalCountCapped, data, next } = await search(call, query);
      return { totalCount, totalCountCapped, rows: data.length, more: next !== null };
    };
    const whole = { totalCount: 50_000, totalCountCapped: true, rows: 10, more: true };
    expect(await totals('')).toEqual(whole);
    expect(await totals(''), 'again').toEqual(whole);
    expect(await totals('email=.example')).toEqual(whole);
    expect(await totals('email=@crowd')).toEqual({ ...whole, totalCountCapped: false });
    expect(await totals('email=rare')).toEqual({ ...whole, totalCount: 10_000, totalCountCapped: false });
    expect(await totals('email=@last')).toEqual({ totalCount: 1, totalCountCapped: false, rows: 1, more: false });
    const last = await search(call, 'limit=2&orderDirection=ASC&email=@last');
    expect(idsOf(last)).toEqual(['many-50001']);
    const { next } = await search(call, 'limit=100&email=.example');
    expect(await totals(`limit=100&email=.example&after=${next}`), 'a later page').toEqual({ ...whole, rows: 100 });
  });

  for (const order of [
    '',
    '&orderBy=updatedAt',
    '&orderDirection=ASC',
    '&orderBy=updatedAt&orderDirection=ASC',
    '&email=example.com',
  ]) {
    test(`cursors go forwards and backwards (${order || 'default order'})`, async ({ call, tenant }) => {
      await createSubscribers(tenant, 7);
      const whole = idsOf(await search(call, `limit=100${order}`));
      const first = await search(call, `limit=3${order}`);
      const second = await search(call, `limit=3&after=${first.next}${order}`);
      const third = await search(call, `limit=3&after=${second.next}${order}`);
      expect([first, second, third].flatMap(idsOf)).toEqual(whole);
      expect([first.previous, third.next]).toEqual([null, null]);

      const back = await search(call, `limit=3&before=${third.previous}${order}`);
      expect(idsOf(back)).toEqual(idsOf(second));
      expect([back.next, back.previous]).toEqual([second.next, second.previous]);
      const start = await search(call, `limit=3&before=${back.previous}${order}`);
      expect(idsOf(start)).toEqual(idsOf(first));
      expect([start.next, start.previous]).toEqual([first.next, null]);

      const inclusive = await search(call, `limit=3&includeCursor=true&after=${first.next}${order}`);
      expect(idsOf(inclusive)).toEqual(whole.slice(2, 5));
      const inclusiveBack = await search(call, `limit=3&includeCursor=true&before=${third.previous}${order}`);
      expect(idsOf(inclusiveBack)).toEqual(whole.slice(4, 7));
      const exclusive = await search(call, `limit=3&includeCursor=false&after=${first.next}${order}`);
      expect(idsOf(exclusive)).toEqual(whole.slice(3, 6));
    });
  }

  test('a malformed cursor gives an empty page, and the cursor of a deleted row keeps its place', async ({
    call,
    tenant,
  }) => {
    await createSubscribers(tenant, 5);
    expect(await search(call, 'after=nonsense')).toMatchObject({ data: [], next: null, previous: null });
    const first = await search(call, 'limit=2');
    await database().query('DELETE FROM subscribers WHERE id = $1', [first.next]);
    expect(idsOf(await search(call, `limit=10&after=${first.next}`))).toEqual(['s2', 's1', 's0']);
  });

  test('both cursors at once are rejected', async ({ call }) => {
    const answer = await call('GET', `/v2/subscribers?after=${'a'.repeat(24)}&before=${'b'.repeat(24)}`);
    expect(answer.status).toBe(400);
  });

  for (const query of [
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1.5',
    'orderBy=email',
    'orderDirection=UP',
    'includeCursor=yes',
  ]) {
    test(`rejects ${query}`, async ({ call }) => {
      const answer = await call('GET', `/v2/subscribers?${query}`);
      expect(answer.status).toBe(422);
      expect(Object.keys((answer.body as { errors: object }).errors)).toEqual([query.split('=')[0]]);
    });
  }

  test('a walk during inserts and deletes returns every lasting row exactly once', async ({ call, tenant }) => {
    await createSubscribers(tenant, 200);
    const lasting = (n: number) => n % 3 !== 0;
    const churn = (async () => {
      for (let n = 0; n < 200; n += 3) {
        await database().query('DELETE FROM subscribers WHERE environment_id = $1 AND subscriber_id = $2', [
          tenant.environmentId,
          `s${n}`,
        ]);
        await create(call, { subscriberId: `new${n}` });
      }
    })();
    for (const direction of ['ASC', 'DESC']) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: SubscriberPage = await search(
          call,
          `limit=7&orderDirection=${direction}${after ? `&after=${after}` : ''}`,
        );
        seen.push(...idsOf(page));
        after = page.next;
      } while (after);
      const kept = seen.filter((id) => id.startsWith('s') && lasting(Number(id.slice(1))));
      expect(new Set(seen).size, direction).toBe(seen.length);
      expect(kept.length, direction).toBe(Array.from({ length: 200 }, (_, n) => n).filter(lasting).length);
    }
    await churn;
  });

  test('a subscriber contains its topics', async ({ call, tenant }) => {
    const [subscriber] = await createSubscribers(tenant, 1);
    const at = new Date();
    const topic = { id: 'a'.repeat(12) + tenant.environmentId.slice(12), environment_id: tenant.environmentId };
    await insertRow('topics', { ...topic, key: 'news', created_at: at, updated_at: at });
    await insertRow('topic_subscriptions', {
      id: 'b'.repeat(12) + tenant.environmentId.slice(12),
      environment_id: tenant.environmentId,
      topic_id: topic.id,
      subscriber_id: subscriber,
      identifier: 'news:s0',
      created_at: at,
      updated_at: at,
    });
    expect((await search(call, '')).data[0]?.topics).toEqual(['news']);
  });
});

test.describe('update provider credentials (4.1)', () => {
  const put = (call: CallApi, body: object, subscriberId = 's0') =>
    call('PUT', `/v1/subscribers/${subscriberId}/credentials`, { body });

  test('stores all eight fields, keeps absent ones, replaces device tokens', async ({ call, tenant }) => {
    await createSubscribers(tenant, 1);
    const integrationId = await createIntegration(tenant, {
      provider_id: 'slack',
      channel: 'chat',
      identifier: 'team-chat',
    });
    const credentials = {
      webhookUrl: 'https://hooks.example.com/T1/B2/secret',
      channel: '#alerts',
      deviceTokens: ['a', 'b', 'a'],
      alertUid: 'uid',
      title: 'Title',
      imageUrl: 'https://example.com/i.png',
      state: 'alerting',
      externalUrl: 'https://example.com/alert',
    };
    const body = { providerId: 'slack', integrationIdentifier: 'team-chat', credentials };
    const updated = parsed(Subscriber, await put(call, body));
    expect(updated.__v).toBe(1);
    expect(updated.channels).toEqual([
      {
        providerId: 'slack',
        integrationIdentifier: 'team-chat',
        _integrationId: integrationId,
        credentials: { ...credentials, deviceTokens: ['a', 'b'] },
      },
    ]);
    const again = parsed(Subscriber, await put(call, { ...body, credentials: { deviceTokens: [], title: 'New' } }));
    expect(again.channels?.[0]?.credentials).toEqual({ ...credentials, deviceTokens: [], title: 'New' });
    const unchanged = parsed(Subscriber, await put(call, { ...body, credentials: { title: 'New' } }));
    expect(unchanged.__v).toBe(again.__v);
    const { rows } = await database().query(
      'SELECT credentials::text FROM subscriber_channels WHERE environment_id = $1',
      [tenant.environmentId],
    );
    expect(rows[0].credentials).not.toContain('hooks.example.com');
  });

  test('uses the newest active integration, or the named one', async ({ call, tenant }) => {
    await createSubscribers(tenant, 1);
    const older = await createIntegration(tenant, { provider_id: 'fcm', channel: 'push', identifier: 'older' });
    const newer = await createIntegration(tenant, { provider_id: 'fcm', channel: 'push', identifier: 'newer' });
    await createIntegration(tenant, { provider_id: 'fcm', channel: 'push', identifier: 'off', active: false });
    const body = { providerId: 'fcm', credentials: { deviceTokens: ['t'] } };
    const byDefault = parsed(Subscriber, await put(call, body));
    expect(byDefault.channels?.map((channel) => channel._integrationId)).toEqual([newer]);
    const named = parsed(Subscriber, await put(call, { ...body, integrationIdentifier: 'older' }));
    expect(named.channels?.map((channel) => channel._integrationId).sort()).toEqual([older, newer].sort());
    expect((await put(call, { ...body, integrationIdentifier: 'off' })).status).toBe(400);
  });

  test('validation errors', async ({ call, tenant }) => {
    await createSubscribers(tenant, 1);
    const credentials = { deviceTokens: ['t'] };
    expect((await put(call, { providerId: 'fcm', credentials })).status).toBe(400);
    await createIntegration(tenant, { provider_id: 'fcm', channel: 'push' });
    expect((await put(call, { providerId: 'fcm', credentials }, 'unknown')).status).toBe(404);
    expect((await put(call, { providerId: 'pigeon', credentials })).status).toBe(422);
    expect((await put(call, { providerId: 'fcm' })).status).toBe(422);
    expect((await put(call, { providerId: 'fcm', credentials: { deviceTokens: [1] } })).status).toBe(422);
    const many = Array.from({ length: 101 }, (_, n) => `t${n}`);
    const assertError = await put(call, { providerId: 'fcm', credentials: { deviceTokens: many } });
    expect(assertError.status).toBe(400);
    expect(assertError.body).toMatchObject({ currentCount: 101, limit: 100 });
  });

  test('concurrent updates of different providers are both kept', async ({ call, tenant }) => {
    await createSubscribers(tenant, 1);
    const providers = ['fcm', 'apns', 'expo', 'one-signal', 'pushpad'];
    for (const provider_id of providers) await createIntegration(tenant, { provider_id, channel: 'push' });
    await Promise.all(
      providers.map((providerId) => put(call, { providerId, credentials: { deviceTokens: [providerId] } })),
    );
    const subscriber = parsed(Subscriber, await call('GET', '/v2/subscribers/s0'));
    expect(subscriber.channels?.map((channel) => channel.providerId).sort()).toEqual(providers.toSorted());
    expect(subscriber.__v).toBe(5);
  });
});
