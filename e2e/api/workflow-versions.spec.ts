import {
  authored,
  authorWorkflow,
  everything,
  publisherOf,
  putBody,
  stepBody,
  versionOf,
  workflowBody,
} from '#e2e/authoring.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, expect, parsed, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { TEN_STEPS } from '#e2e/ten-steps.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { Workflow } from '#lib/workflows/schema.ts';
import { WorkflowVersionPage } from '#lib/workflows/version-schema.ts';

test.describe('If-Match', () => {
  const writes: [string, (call: CallApi, made: Workflow, headers: Record<string, string>) => ReturnType<CallApi>][] = [
    [
      'PUT',
      (call, made, headers) =>
        call('PUT', `/v2/workflows/${made._id}`, { headers, body: putBody(made, { name: 'P' }) }),
    ],
    ['PATCH', (call, made, headers) => call('PATCH', `/v2/workflows/${made._id}`, { headers, body: { name: 'Q' } })],
    ['restore', (call, made, headers) => call('POST', `/v2/workflows/${made._id}/versions/1/restore`, { headers })],
    ['DELETE', (call, made, headers) => call('DELETE', `/v2/workflows/${made._id}`, { headers })],
  ];

  for (const [name, write] of writes) {
    test(`${name} with a stale version is rejected with the changes since`, async ({ call, tenant }) => {
      const developer = await signedIn(tenant, 'developer');
      const made = await authorWorkflow(call, { description: 'd' });
      const [step] = made.steps.map(stepBody);
      const changed = putBody(made, {
        name: 'Renamed',
        steps: [{ ...step, controlValues: { ...step?.controlValues, subject: 'New subject' } }],
      });
      const saved = await developer.call('PUT', `/v2/workflows/${made._id}`, { body: changed });
      const current = parsed(Workflow, saved);
      for (const ifMatch of ['"1"', '"0"', '"x"', '1', 'W/"2"', '"1", "3"']) {
        const body = assertError(await write(call, made, { 'if-match': ifMatch }), 412, `${name} ${ifMatch}`);
        expect(body).toMatchObject({
          currentVersion: 2,
          changedBy: { _id: developer.userId, label: `${developer.userId}@example.com` },
          changedAt: current.updatedAt,
          changes:
            ifMatch === '"1"'
              ? [
                  { path: 'name', kind: 'changed', before: 'Order shipped', after: 'Renamed' },
                  {
                    path: 'steps.mail.controlValues.subject',
                    kind: 'changed',
                    before: 'On its way',
                    after: 'New subject',
                  },
                ]
              : [],
        });
        expect(parsed(Workflow, await call('GET', `/v2/workflows/${made._id}`))).toEqual(current);
      }
      const answer = await write(call, made, { 'if-match': '"1", "2"' });
      expect(answer.status, answer.text).toBe(name === 'DELETE' ? 204 : 200);
      if (name !== 'DELETE') expect(versionOf(answer)).toBe(3);
    });
  }

  test('without If-Match the last save wins, and * matches any version', async ({ call }) => {
    const made = await authorWorkflow(call);
    for (const headers of [{}, { 'if-match': '*' }] as Record<string, string>[]) {
      const body = putBody(made, { description: JSON.stringify(headers) });
      expect((await call('PUT', `/v2/workflows/${made._id}`, { body, headers })).status).toBe(200);
    }
  });
});

test.describe('saves at the same time', () => {
  test('twenty updates create twenty versions with the sent content, and the last one is current', async ({ call }) => {
    const made = await authorWorkflow(call, { steps: TEN_STEPS });
    const steps = made.steps.map(stepBody);
    const bodies = Array.from({ length: 20 }, (_, n) =>
      putBody(made, { name: `Save ${n}`, steps: [...steps.slice(n % 10), ...steps.slice(0, n % 10)], tags: [`t${n}`] }),
    );
    const answers = await Promise.all(bodies.map((body) => call('PUT', `/v2/workflows/${made._id}`, { body })));
    expect(answers.map(versionOf).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
    const current = await call('GET', `/v2/workflows/${made._id}`);
    expect(versionOf(current)).toBe(21);
    for (const [n, answer] of answers.entries()) {
      const version = versionOf(answer);
      const kept = await call<{ definition: Workflow & { steps: object[] } }>(
        'GET',
        `/v2/workflows/${made._id}/versions/${version}`,
      );
      const sent = bodies[n] as { name: string; steps: object[] };
      expect(kept.body.definition.name).toBe(sent.name);
      expect(kept.body.definition.steps).toEqual(sent.steps);
      expect(authored(parsed(Workflow, answer))).toMatchObject({ name: sent.name, steps: sent.steps });
      if (version === 21) expect(parsed(Workflow, current)).toEqual(parsed(Workflow, answer));
    }
  });

  test('one of twenty saves with the same If-Match succeeds', async ({ call }) => {
    const made = await authorWorkflow(call);
    const save = (n: number) =>
      n % 2 === 0
        ? call('PUT', `/v2/workflows/${made._id}`, {
            headers: { 'if-match': '"1"' },
            body: putBody(made, { name: `${n}` }),
          })
        : call('PATCH', `/v2/workflows/${made._id}`, { headers: { 'if-match': '"1"' }, body: { name: `${n}` } });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => save(n)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(412)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(parsed(Workflow, await call('GET', `/v2/workflows/${made._id}`)).name).toBe(`${winner}`);
  });

  test('copies in both directions and concurrent saves do not deadlock', async ({ call, tenant }) => {
    const [here, there] = [await publisherOf(tenant.environmentId), await publisherOf(tenant.productionId)];
    const made = await authorWorkflow(call);
    const copy = (from: CallApi, targetEnvironmentId: string) =>
      from('PUT', `/v2/workflows/${made.workflowId}/sync`, { body: { targetEnvironmentId } });
    expect((await copy(here, tenant.productionId)).status).toBe(200);
    const work = Array.from({ length: 24 }, (_, n) => {
      if (n % 3 === 0) return copy(here, tenant.productionId);
      if (n % 3 === 1) return copy(there, tenant.environmentId);
      return call('PATCH', `/v2/workflows/${made.workflowId}`, { body: { name: `Name ${n}` } });
    });
    for (const answer of await Promise.all(work)) expect(answer.status, answer.text).toBe(200);
  });
});

test.describe('versions', () => {
  test('every save is stored with author, cause and changes', async ({ call, tenant }) => {
    const developer = await signedIn(tenant, 'developer');
    const made = await authorWorkflow(call, { tags: ['a'] });
    await developer.call('PATCH', `/v2/workflows/${made._id}`, { body: { tags: ['b'], active: false } });
    const steps = [{ name: 'First', type: 'sms', controlValues: { body: 'x' } }, ...made.steps.map(stepBody)];
    await call('PUT', `/v2/workflows/${made._id}`, { body: putBody(made, { steps, tags: ['b'], active: false }) });
    await call('POST', `/v2/workflows/${made._id}/versions/1/restore`);
    const page = parsed(WorkflowVersionPage, await call('GET', `/v2/workflows/${made._id}/versions`));
    expect(page.next).toBeNull();
    expect(
      page.data.map(({ version, cause, current, createdBy }) => [version, cause, current, createdBy.label]),
    ).toEqual([
      [4, 'restore', true, 'Test'],
      [3, 'update', false, 'Test'],
      [2, 'update', false, `${developer.userId}@example.com`],
      [1, 'create', false, 'Test'],
    ]);
    expect(page.data.map(({ createdBy }) => createdBy._id)).toEqual([
      undefined,
      undefined,
      developer.userId,
      undefined,
    ]);
    const [restored, third, second, first] = page.data;
    expect(first?.changes).toEqual([]);
    expect(second?.changes).toEqual([
      { path: 'active', kind: 'changed', before: true, after: false },
      { path: 'tags', kind: 'changed', before: ['a'], after: ['b'] },
    ]);
    expect(third?.changes).toEqual([
      { path: 'steps.first', kind: 'added', after: { _id: expect.any(String), stepId: 'first', ...steps[0] } },
    ]);
    expect(restored?.changes.map(({ path, kind }) => [path, kind])).toEqual([
      ['tags', 'changed'],
      ['steps.first', 'removed'],
    ]);
  });

  test('versions are listed in pages', async ({ call }) => {
    const made = await authorWorkflow(call);
    for (let n = 0; n < 6; n++) await call('PATCH', `/v2/workflows/${made._id}`, { body: { name: `Name ${n}` } });
    const seen: number[] = [];
    let after = '';
    do {
      const answer = await call('GET', `/v2/workflows/${made._id}/versions?limit=3${after}`);
      const page = parsed(WorkflowVersionPage, answer);
      seen.push(...page.data.map(({ version }) => version));
      for (const { changes, version } of page.data) expect(changes).toHaveLength(version === 1 ? 0 : 1);
      after = page.next === null ? '' : `&after=${page.next}`;
    } while (after);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const nonsense = await call('GET', `/v2/workflows/${made._id}/versions?after=nonsense`);
    expect(parsed(WorkflowVersionPage, nonsense)).toEqual({ data: [], next: null });
    assertError(await call('GET', `/v2/workflows/${made._id}/versions?limit=0`), 422, 'limit', ['limit']);
  });

  for (const active of [true, false]) {
    test(`restoring content leaves a workflow ${active ? 'active' : 'paused'}`, async ({ call }) => {
      const made = await authorWorkflow(call, { active: !active });
      await call('PATCH', `/v2/workflows/${made._id}`, { body: { active, name: 'Second' } });
      const restored = parsed(Workflow, await call('POST', `/v2/workflows/${made._id}/versions/1/restore`));
      expect([restored.name, restored.active]).toEqual([made.name, active]);
      const { data } = parsed(WorkflowVersionPage, await call('GET', `/v2/workflows/${made._id}/versions`));
      expect(data[0]?.changes.map(({ path }) => path)).toEqual(['name']);
    });
  }

  test('restoring brings back all content with the step IDs, and can be undone', async ({ call }) => {
    const made = await authorWorkflow(call, everything());
    const other = putBody(made, {
      ...workflowBody(),
      workflowId: undefined,
      tags: [],
      payloadSchema: null,
      severity: 'none',
    });
    const changed = parsed(Workflow, await call('PUT', `/v2/workflows/${made._id}`, { body: other }));
    const restored = await call('POST', `/v2/workflows/${made._id}/versions/1/restore`);
    expect(versionOf(restored)).toBe(3);
    expect(authored(parsed(Workflow, restored))).toEqual(authored(made));
    const undone = await call('POST', `/v2/workflows/${made._id}/versions/2/restore`);
    expect(authored(parsed(Workflow, undone))).toEqual(authored(changed));
    const same = await call('POST', `/v2/workflows/${made._id}/versions/2/restore`);
    expect(versionOf(same), 'nothing to restore').toBe(4);
    assertError(await call('POST', `/v2/workflows/${made._id}/versions/9/restore`), 404, 'version');
    assertError(await call('GET', `/v2/workflows/${made._id}/versions/0`), 404, 'version 0');
    assertError(await call('GET', `/v2/workflows/${made._id}/versions/x`), 422, 'no number', ['version']);
  });
});

test('every change is audited with the content before and after', async ({ tenant }) => {
  const admin = await signedIn(tenant, 'admin');
  const body = workflowBody();
  const made = await authorWorkflow(admin.call, body);
  await admin.call('PUT', `/v2/workflows/${made._id}`, { body: putBody(made, { name: 'Second' }) });
  await admin.call('PUT', `/v2/workflows/${made._id}`, { body: putBody(made, { name: 'Second' }) });
  await admin.call('PATCH', `/v2/workflows/${made._id}`, { body: { active: false } });
  await admin.call('POST', `/v2/workflows/${made._id}/versions/1/restore`);
  const copy = parsed(Workflow, await admin.call('POST', `/v2/workflows/${made._id}/duplicate`, { body: {} }), 201);
  await admin.call('PUT', `/v2/workflows/${made._id}/sync`, { body: { targetEnvironmentId: tenant.productionId } });
  await admin.call('DELETE', `/v2/workflows/${copy._id}`);
  const { data } = parsed(AuditPage, await admin.call('GET', '/v1/audit-log?resourceType=workflows'));
  const entries = data.map(({ action, resource, before, after, actor, _environmentId }) => {
    expect(actor._id).toBe(admin.userId);
    return [action, resource._id === made._id ? 'made' : 'other', _environmentId, before ?? null, after ?? null];
  });
  const whole = expect.objectContaining({ workflowId: body.workflowId, steps: expect.any(Array) });
  const copied = expect.objectContaining({ workflowId: copy.workflowId, active: false });
  const { environmentId: here, productionId: there } = tenant;
  expect(entries.toReversed()).toEqual([
    ['workflows.create', 'made', here, null, whole],
    ['workflows.update', 'made', here, { name: body.name }, { name: 'Second' }],
    ['workflows.patch', 'made', here, { active: true }, { active: false }],
    ['workflows.restore', 'made', here, { name: 'Second' }, { name: body.name }],
    ['workflows.duplicate', 'other', here, null, copied],
    ['workflows.sync', 'other', there, null, whole],
    ['workflows.delete', 'other', here, copied, null],
  ]);
});
