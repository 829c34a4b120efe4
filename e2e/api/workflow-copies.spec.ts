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
import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createIntegration } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { TEN_STEPS } from '#e2e/ten-steps.ts';
import { createTenant } from '#e2e/tenant.ts';
import { ROLES } from '#lib/auth/permissions.ts';
import { newId } from '#lib/id.ts';
import { Step, Workflow, WorkflowPage, WorkflowTags } from '#lib/workflows/schema.ts';
import { WorkflowVersionPage } from '#lib/workflows/version-schema.ts';

test.describe('delete', () => {
  test('a deleted workflow is not found, and its references stay', async ({ call, tenant }) => {
    const made = await authorWorkflow(call);
    await call('POST', '/v2/subscribers', { body: { subscriberId: 'jane' } });
    const preferences = [{ workflowId: made.workflowId, channels: { email: false } }];
    expect((await call('PATCH', '/v2/subscribers/jane/preferences/bulk', { body: { preferences } })).status).toBe(200);
    const answer = await call('DELETE', `/v2/workflows/${made.slug}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const name of [made._id, made.workflowId, made.slug]) {
      const at = `/v2/workflows/${encodeURIComponent(name)}`;
      for (const [method, path] of [
        ['GET', at],
        ['PUT', at],
        ['PATCH', at],
        ['DELETE', at],
        ['GET', `${at}/versions`],
        ['GET', `${at}/versions/1`],
        ['POST', `${at}/versions/1/restore`],
        ['POST', `${at}/duplicate`],
        ['GET', `${at}/steps/${made.steps[0]?.stepId}`],
      ] as const) {
        const body = method === 'PUT' ? putBody(made) : {};
        assertError(await call(method, path, method === 'GET' ? {} : { body }), 404, `${method} ${path}`);
      }
    }
    expect(parsed(WorkflowPage, await call('GET', '/v2/workflows')).totalCount).toBe(0);
    const { rows } = await database().query(
      `SELECT w.deleted_at IS NOT NULL AS deleted, (SELECT count(*)::int FROM preferences p WHERE p.environment_id = $1 AND p.workflow_id = w.id) AS preferences,
         (SELECT count(*)::int FROM workflow_steps s WHERE s.environment_id = $1 AND s.workflow_id = w.id) AS steps,
         (SELECT count(*)::int FROM workflow_versions v WHERE v.environment_id = $1 AND v.workflow_id = w.id) AS versions
       FROM workflows w WHERE w.environment_id = $1`,
      [tenant.environmentId],
    );
    expect(rows).toEqual([{ deleted: true, preferences: 1, steps: 1, versions: 1 }]);
    expect((await call('GET', '/v2/subscribers/jane/preferences')).status).toBe(200);
  });
});

test.describe('duplicate', () => {
  test('a copy is inactive and has separate names and steps', async ({ call }) => {
    const made = await authorWorkflow(call, everything());
    const answer = await call('POST', `/v2/workflows/${made._id}/duplicate`, { body: {} });
    const copy = parsed(Workflow, answer, 201);
    expect(versionOf(answer)).toBe(1);
    const withoutIds = (workflow: Workflow) =>
      workflow.steps.map(({ _id, slug, ...step }) => stepBody({ ...step } as never));
    expect({ ...authored(copy), steps: withoutIds(copy) }).toEqual({
      ...authored(made),
      name: `${made.name} (copy)`,
      workflowId: `${made.workflowId}-copy`,
      active: false,
      steps: withoutIds(made),
    });
    const ids = [...made.steps, ...copy.steps].map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(20);
    const second = parsed(Workflow, await call('POST', `/v2/workflows/${made.slug}/duplicate`, { body: {} }), 201);
    expect(second.workflowId).toBe(`${made.workflowId}-copy-1`);
    const body = { name: 'Mine', workflowId: `mine-${newId()}` };
    expect(parsed(Workflow, await call('POST', `/v2/workflows/${made._id}/duplicate`, { body }), 201)).toMatchObject(
      body,
    );
    assertError(await call('POST', `/v2/workflows/${made._id}/duplicate`, { body }), 422, 'taken', ['workflowId']);
    expect(parsed(Workflow, await call('GET', `/v2/workflows/${made._id}`))).toEqual(made);
  });
});

test.describe('copy to another environment', () => {
  const copyTo = (call: CallApi, workflow: Workflow, targetEnvironmentId: string) =>
    call('PUT', `/v2/workflows/${workflow._id}/sync`, { body: { targetEnvironmentId } });

  test('the copy is created, then updated; steps are matched by stepId; both workflows have the time', async ({
    call,
    tenant,
  }) => {
    const there = caller(`ApiKey ${tenant.productionApiKey}`);
    const made = await authorWorkflow(call, everything());
    const developer = await signedIn(tenant, 'developer');
    const answer = await copyTo(developer.call, made, tenant.productionId);
    const copy = parsed(Workflow, answer);
    expect(versionOf(answer)).toBe(1);
    expect(copy._id).not.toBe(made._id);
    const plain = (workflow: Workflow) => ({
      ...authored(workflow),
      steps: workflow.steps.map((step) => ({ ...stepBody(step), _id: '' })),
    });
    expect(plain(copy)).toEqual(plain(made));
    expect(parsed(Workflow, await there('GET', `/v2/workflows/${made.workflowId}`))).toEqual(copy);
    const source = parsed(Workflow, await call('GET', `/v2/workflows/${made._id}`));
    for (const each of [copy, source]) {
      expect(each.lastPublishedBy?._id).toBe(developer.userId);
      expect(Date.now() - new Date(each.lastPublishedAt ?? 0).getTime()).toBeLessThan(60_000);
    }
    expect(source.updatedAt, 'the source itself did not change').toBe(made.updatedAt);

    const [first, ...rest] = made.steps.map(stepBody);
    const steps = [...rest, { name: 'New', type: 'sms' }, { ...first, name: 'Renamed' }];
    const changed = parsed(
      Workflow,
      await call('PUT', `/v2/workflows/${made._id}`, { body: putBody(made, { steps, name: 'Other' }) }),
    );
    const publisher = await publisherOf(tenant.environmentId);
    const second = await copyTo(publisher, changed, tenant.productionId);
    const updated = parsed(Workflow, second);
    expect(versionOf(second)).toBe(2);
    expect(updated._id).toBe(copy._id);
    expect(plain(updated)).toEqual(plain(changed));
    const idOf = (workflow: Workflow, stepId?: string) => workflow.steps.find((step) => step.stepId === stepId)?._id;
    for (const { stepId } of made.steps) expect(idOf(updated, stepId)).toBe(idOf(copy, stepId));
    expect(versionOf(await copyTo(publisher, changed, tenant.productionId)), 'nothing changed since').toBe(2);
    const { data } = parsed(WorkflowVersionPage, await there('GET', `/v2/workflows/${made.workflowId}/versions`));
    expect(data.map(({ cause }) => cause)).toEqual(['sync', 'sync']);
  });

  test('the target must be another environment of the same organization', async ({ call, tenant }) => {
    const made = await authorWorkflow(call);
    const elsewhere = await createTenant();
    const owner = await signedIn(tenant, 'owner');
    for (const who of [call, await publisherOf(tenant.environmentId), owner.call]) {
      assertError(await copyTo(who, made, tenant.environmentId), 422, 'itself', ['targetEnvironmentId']);
      assertError(await copyTo(who, made, 'production'), 422, 'no id', ['targetEnvironmentId']);
      assertError(await copyTo(who, made, elsewhere.environmentId), 403, 'elsewhere');
      assertError(await copyTo(who, made, newId()), 403, 'nowhere');
      assertError(await who('PUT', `/v2/workflows/${made._id}/sync`, { body: {} }), 422, 'none', [
        'targetEnvironmentId',
      ]);
    }
    expect(parsed(Workflow, await call('GET', `/v2/workflows/${made._id}`))).toEqual(made);
  });

  test('an API key without the right to publish changes nothing elsewhere, and the error names the fix', async ({
    call,
    tenant,
  }) => {
    const there = caller(`ApiKey ${tenant.productionApiKey}`);
    const publisher = await publisherOf(tenant.environmentId);
    const made = await authorWorkflow(call, { name: 'Before' });
    const first = parsed(Workflow, await copyTo(publisher, made, tenant.productionId));
    await call('PATCH', `/v2/workflows/${made._id}`, { body: { name: 'After' } });
    const { message } = assertError(await copyTo(call, made, tenant.productionId), 403, 'a plain key');
    expect(message).toBe(
      'This API key cannot publish to other environments. Create a key with the right to publish under Settings → API keys, ' +
        'or publish in the dashboard.',
    );
    expect(parsed(Workflow, await there('GET', `/v2/workflows/${made.workflowId}`))).toEqual(first);
    const other = await authorWorkflow(call);
    assertError(await copyTo(call, other, tenant.productionId), 403, 'a new one');
    assertError(await there('GET', `/v2/workflows/${other.workflowId}`), 404, 'nothing is left there');
    const again = parsed(Workflow, await copyTo(publisher, made, tenant.productionId));
    expect(again).toMatchObject({ _id: first._id, name: 'After' });
    const elsewhere = await createTenant();
    assertError(await copyTo(publisher, made, elsewhere.environmentId), 403, 'another organization');
  });

  test('fields of a workflow that are not authored are copied too', async ({ call, tenant }) => {
    const made = await authorWorkflow(call);
    const filters = [{ isNegated: false, type: 'GROUP', value: 'AND', children: [] }];
    await database().query(
      `UPDATE workflow_steps SET filters = $2, should_stop_on_fail = true WHERE workflow_id = $1`,
      [made._id, JSON.stringify(filters)],
    );
    await database().query(`UPDATE workflows SET origin = 'external' WHERE id = $1`, [made._id]);
    const copies = [
      parsed(Workflow, await copyTo(await publisherOf(tenant.environmentId), made, tenant.productionId)),
      parsed(Workflow, await call('POST', `/v2/workflows/${made._id}/duplicate`, { body: {} }), 201),
    ];
    for (const { _id, origin, steps } of copies) {
      expect([origin, steps[0]?.origin]).toEqual(['external', 'external']);
      const { rows } = await database().query(
        `SELECT filters, should_stop_on_fail FROM workflow_steps WHERE workflow_id = $1`,
        [_id],
      );
      expect(rows).toEqual([{ filters, should_stop_on_fail: true }]);
    }
  });

  test('content that is copied over never activates or pauses the workflow there', async ({ call, tenant }) => {
    const there = caller(`ApiKey ${tenant.productionApiKey}`);
    const publisher = await publisherOf(tenant.environmentId);
    const made = await authorWorkflow(call);
    await copyTo(publisher, made, tenant.productionId);
    for (const active of [true, false]) {
      await there('PATCH', `/v2/workflows/${made.workflowId}`, { body: { active } });
      await call('PATCH', `/v2/workflows/${made._id}`, { body: { active: !active, name: `Name ${active}` } });
      const copy = parsed(Workflow, await copyTo(publisher, made, tenant.productionId));
      expect(copy).toMatchObject({ active, name: `Name ${active}` });
    }
  });

  test('a workflow that was deleted there is created again', async ({ call, tenant }) => {
    const there = caller(`ApiKey ${tenant.productionApiKey}`);
    const made = await authorWorkflow(call);
    const publisher = await publisherOf(tenant.environmentId);
    const first = parsed(Workflow, await copyTo(publisher, made, tenant.productionId));
    expect((await there('DELETE', `/v2/workflows/${first._id}`)).status).toBe(204);
    const second = parsed(Workflow, await copyTo(publisher, made, tenant.productionId));
    expect(second._id).not.toBe(first._id);
  });
});

test.describe('steps', () => {
  test('a step is found by _id, stepId and slug, as the workflow contains it', async ({ call }) => {
    const made = await authorWorkflow(call, { steps: TEN_STEPS });
    for (const step of made.steps) {
      for (const name of [step._id, step.stepId, step.slug]) {
        const answer = await call('GET', `/v2/workflows/${made.workflowId}/steps/${name}`);
        expect(parsed(Step, answer)).toEqual(step);
      }
    }
    const other = await authorWorkflow(call);
    for (const name of ['nope', newId(), other.steps[0]?._id]) {
      assertError(await call('GET', `/v2/workflows/${made._id}/steps/${name}`), 404, `${name}`);
    }
  });
});

test.describe('drafts', () => {
  test('a draft is returned as it would be saved, and not saved', async ({ call, tenant }) => {
    const made = await authorWorkflow(call, everything());
    const steps = [...made.steps.map(stepBody).toReversed(), { name: 'New', type: 'sms' }];
    const body = putBody(made, { workflowId: made.workflowId, name: 'Draft', steps });
    const answer = await call('POST', '/v2/workflow-drafts/analyse', { body });
    const draft = parsed(Workflow, answer);
    expect(parsed(Workflow, await call('POST', '/v2/workflow-drafts/analyse', { body }))).toEqual(draft);
    expect(parsed(Workflow, await call('GET', `/v2/workflows/${made._id}`))).toEqual(made);
    const saved = parsed(Workflow, await call('PUT', `/v2/workflows/${made._id}`, { body }));
    const comparable = ({ updatedAt: _, steps: all, ...rest }: Workflow) => ({
      ...rest,
      steps: all.map(({ _id, slug, ...step }) => step),
    });
    expect(comparable(draft)).toEqual(comparable(saved));
    expect(draft.steps.slice(0, -1).map(({ _id }) => _id)).toEqual(saved.steps.slice(0, -1).map(({ _id }) => _id));
    const support = await signedIn(tenant, 'support');
    expect((await support.call('POST', '/v2/workflow-drafts/analyse', { body })).status).toBe(200);
  });

  test('a new workflow can be analysed', async ({ call }) => {
    const { workflowId, ...body } = { ...workflowBody(), preferences: {} };
    for (const draft of [body, { ...body, workflowId }]) {
      const shown = parsed(Workflow, await call('POST', '/v2/workflow-drafts/analyse', { body: draft }));
      expect(shown).toMatchObject({ name: body.name, status: 'ACTIVE' });
      expect(shown.steps[0]?.issues?.integration).toBeDefined();
    }
    expect(parsed(WorkflowPage, await call('GET', '/v2/workflows')).totalCount).toBe(0);
    const bad = { ...body, steps: [{ name: 'A', type: 'digest', controlValues: { amount: 'x' } }] };
    const answer = await call('POST', '/v2/workflow-drafts/analyse', { body: bad });
    assertError(answer, 422, 'types', ['steps.0.controlValues.amount']);
  });
});

test.describe('lists', () => {
  test('tags in use are listed with counts', async ({ call, tenant }) => {
    await authorWorkflow(call, { tags: ['b', 'A'] });
    await authorWorkflow(call, { tags: [' b '] });
    const gone = await authorWorkflow(call, { tags: ['gone'] });
    await call('DELETE', `/v2/workflows/${gone._id}`);
    await authorWorkflow(caller(`ApiKey ${tenant.productionApiKey}`), { tags: ['elsewhere'] });
    expect(parsed(WorkflowTags, await call('GET', '/v2/workflow-tags'))).toEqual({
      tags: [
        { name: 'A', count: 1 },
        { name: 'b', count: 2 },
      ],
    });
  });

  test('issueType follows the present integrations', async ({ call, tenant }) => {
    const names = async (...types: string[]) => {
      const search = new URLSearchParams(types.map((type) => ['issueType', type]));
      const page = parsed(WorkflowPage, await call('GET', `/v2/workflows?${search}`));
      expect(page.totalCount).toBe(page.workflows.length);
      return page.workflows.map(({ name }) => name).toSorted();
    };
    for (const [type, name] of Object.entries({ email: 'Mail', in_app: 'Inbox', push: 'Push', digest: 'Quiet' })) {
      await authorWorkflow(call, {
        name,
        steps: [{ name: 'S', type, controlValues: { subject: 's', body: 'b', amount: 1, unit: 'hours' } }],
      });
    }
    expect(await names('MISSING_INTEGRATION')).toEqual(['Inbox', 'Mail', 'Push']);
    expect(await names('INBOX_NOT_CONNECTED')).toEqual([]);
    await createIntegration(tenant, { provider_id: 'sendgrid', channel: 'email' });
    await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app' });
    await createIntegration(tenant, { provider_id: 'fcm', channel: 'push', active: false });
    expect(await names('MISSING_INTEGRATION'), 'email has no primary yet').toEqual(['Mail', 'Push']);
    expect(await names('INBOX_NOT_CONNECTED')).toEqual(['Inbox']);
    expect(await names('INBOX_NOT_CONNECTED', 'MISSING_INTEGRATION')).toEqual(['Inbox', 'Mail', 'Push']);
    await database().query(
      `UPDATE integrations SET "primary" = channel = 'email', connected = true WHERE environment_id = $1`,
      [tenant.environmentId],
    );
    expect(await names('INBOX_NOT_CONNECTED', 'MISSING_INTEGRATION')).toEqual(['Push']);
    assertError(await call('GET', '/v2/workflows?issueType=NONSENSE'), 422, 'type', ['issueType.0']);
  });
});

test.describe('permissions', () => {
  const operations = (made: Workflow, target: string): [string, string, string, object | undefined][] => [
    ['create', 'POST', '/v2/workflows', workflowBody()],
    ['update', 'PUT', `/v2/workflows/${made._id}`, putBody(made, { name: 'x' })],
    ['patch', 'PATCH', `/v2/workflows/${made._id}`, { name: 'y' }],
    ['duplicate', 'POST', `/v2/workflows/${made._id}/duplicate`, {}],
    ['sync', 'PUT', `/v2/workflows/${made._id}/sync`, { targetEnvironmentId: target }],
    ['restore', 'POST', `/v2/workflows/${made._id}/versions/1/restore`, undefined],
    ['delete', 'DELETE', `/v2/workflows/${made._id}`, undefined],
  ];

  for (const role of ROLES) {
    test(`${role}: ${role === 'support' ? 'reads only' : 'everything'}`, async ({ tenant, call }) => {
      const made = await authorWorkflow(call);
      const person = await signedIn(tenant, role);
      for (const path of ['', `/${made._id}`, `/${made._id}/versions`, `/${made._id}/versions/1`]) {
        expect((await person.call('GET', `/v2/workflows${path}`)).status, path).toBe(200);
      }
      for (const [name, method, path, body] of operations(made, tenant.productionId)) {
        const answer = await person.call(method, path, { body });
        if (role === 'support') assertError(answer, 403, name);
        else expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(300);
      }
    });
  }

  test('a workflow of another tenant is not found', async ({ tenant, call }) => {
    const made = await authorWorkflow(call);
    const elsewhere = await createTenant();
    const stranger = caller(`ApiKey ${elsewhere.apiKey}`);
    const sibling = caller(`ApiKey ${tenant.productionApiKey}`);
    for (const who of [stranger, sibling]) {
      for (const [name, method, path, body] of operations(made, elsewhere.productionId)) {
        if (name !== 'create') assertError(await who(method, path, { body }), 404, name);
      }
      assertError(await who('GET', `/v2/workflows/${made._id}/versions/1`), 404, 'version');
      const [step] = made.steps;
      const own = await authorWorkflow(who, { steps: [{ ...stepBody(step as never) }] });
      expect(own.steps[0]?._id, 'the _id of a foreign step names nothing').not.toBe(step?._id);
    }
    expect(parsed(Workflow, await call('GET', `/v2/workflows/${made._id}`))).toEqual(made);
  });
});
