import { expect, serviceUrl, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { RunChanges } from '#lib/live/schema.ts';
import { serverEvents } from '#lib/live/server-events.ts';

/** Follows a stream. Returns the IDs that it has named so far. */
async function follow(headers: Record<string, string>) {
  const stop = new AbortController();
  const response = await fetch(`${serviceUrl}/api/v1/notifications/live`, { headers, signal: stop.signal });
  const heard = { ready: 0, more: 0, created: new Set<string>(), changed: new Set<string>() };
  const over = (async () => {
    if (!response.ok || !response.body) return;
    for await (const { event, data } of serverEvents(response.body)) {
      if (event === 'ready') heard.ready++;
      if (event !== 'runs') continue;
      const changes = RunChanges.parse(JSON.parse(data));
      if (changes.more) heard.more++;
      for (const id of changes.created) heard.created.add(id);
      for (const id of changes.changed) heard.changed.add(id);
    }
  })().catch(() => undefined);
  const end = async () => {
    stop.abort();
    await over;
  };
  return { response, heard, end };
}

test('a stream names new and changed runs of its own environment only', async ({ tenant, call }) => {
  await call('POST', '/v2/workflows', {
    body: {
      name: 'Live',
      workflowId: 'live',
      active: true,
      steps: [
        { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 1, unit: 'seconds' } },
        { name: 'Text', type: 'sms', controlValues: { body: 'Hello' } },
      ],
    },
  });
  const own = await follow({ authorization: `ApiKey ${tenant.apiKey}`, 'accept-encoding': 'gzip, br' });
  const other = await follow({ authorization: `ApiKey ${tenant.productionApiKey}` });
  const support = await signedIn(tenant, 'support');
  const person = await follow({ authorization: `Bearer ${support.token}`, 'environment-id': tenant.environmentId });
  expect(own.response.headers.get('content-encoding')).toBeNull();
  await expect.poll(() => [own, other, person].map(({ heard }) => heard.ready)).toEqual([1, 1, 1]);

  // A process that has just begun to listen, or to announce, reports that it may have missed changes.
  const gaps = ({ heard }: typeof own) => heard.ready + heard.more;
  const before = [own, person].map(gaps);
  await call('POST', '/v1/events/trigger', { body: { name: 'live', to: { subscriberId: 'jane' } } });
  const { body } = await call<{ data: { _id: string }[] }>('GET', '/v1/notifications');
  const id = body.data[0]?._id ?? '';
  for (const [at, stream] of [own, person].entries()) {
    const { heard } = stream;
    const named = (ids: Set<string>) => expect.poll(() => ids.has(id) || gaps(stream) > (before[at] ?? 0)).toBe(true);
    await named(heard.created);
    // The delay ends a second later. A change within 250 ms of the trigger is included in "created".
    await named(heard.changed);
    expect([...heard.created, ...heard.changed].every((other) => other === id)).toBe(true);
  }
  expect(other.heard.created.size + other.heard.changed.size).toBe(0);
  await Promise.all([own, other, person].map(({ end }) => end()));
});

test('a stream is 401 without credentials, and 429 while its caller has twelve others', async ({ tenant }) => {
  const authorization = `ApiKey ${tenant.apiKey}`;
  expect((await follow({})).response.status).toBe(401);
  const streams = await Promise.all(Array.from({ length: 12 }, () => follow({ authorization })));
  expect(streams.map(({ response }) => response.status)).toEqual(Array(12).fill(200));
  const thirteenth = await follow({ authorization });
  expect([thirteenth.response.status, thirteenth.response.headers.get('retry-after')]).toEqual([429, '30']);
  await streams[0]?.end();
  await expect.poll(async () => (await follow({ authorization })).response.status).toBe(200);
  await Promise.all(streams.map(({ end }) => end()));
});
