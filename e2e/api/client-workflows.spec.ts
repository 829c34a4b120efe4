import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { type Client, clientOf, type Errors, errorsIn, packages, type Version } from '#e2e/client/clients.ts';
import { test } from '#e2e/client/named-service.ts';
import { TEN_STEPS } from '#e2e/ten-steps.ts';
import { createApiKey } from '#e2e/tenant.ts';

test.describe.configure({ mode: 'default' });

type Body = Parameters<Client['workflows']['create']>[0];
type Made = Awaited<ReturnType<Client['workflows']['get']>>['result'];

const layer = (enabled: boolean, readOnly: boolean) => ({
  all: { enabled, readOnly },
  channels: { email: { enabled: true }, in_app: { enabled: false } },
});

const fields = {
  description: 'All that a workflow has',
  tags: ['orders', 'transactional'],
  active: true,
  validatePayload: true,
  payloadSchema: { type: 'object', properties: { orderId: { type: 'string' } }, required: ['orderId'] },
  isTranslationEnabled: true,
  severity: 'high' as const,
};

const steps = TEN_STEPS as unknown as Body['steps'];

function bodyOf(more: Partial<Body> = {}): Body {
  const preferences = { user: layer(true, true), workflow: layer(false, false) };
  const workflowId = `order-${randomBytes(6).toString('hex')}`;
  return { name: 'Order shipped', workflowId, ...fields, steps, preferences, ...more };
}

/** Returns the body that the client sends for a workflow that it has read, with `more` added. */
function updateOf(made: Made, more: object = {}) {
  const { description, tags, active, validatePayload, payloadSchema, isTranslationEnabled, severity, origin } = made;
  return {
    ...{ name: made.name, description, tags, active, validatePayload, payloadSchema, isTranslationEnabled, severity },
    origin,
    preferences: { user: made.preferences.user, workflow: made.preferences.default },
    steps: made.steps.map(({ id, stepId, name, type, controlValues }) => ({ id, stepId, name, type, controlValues })),
    ...more,
  } as Parameters<Client['workflows']['update']>[0];
}

for (const version of Object.keys(packages) as Version[]) {
  test.describe(`the official client ${version}`, () => {
    let client: Client;
    let errors: Errors;
    test.beforeEach(({ service, tenant }) => {
      client = clientOf(version, service.url, tenant.apiKey);
      errors = errorsIn(version);
    });

    test('creates a workflow of all ten shapes, and gets it by each of its names', async () => {
      const body = bodyOf();
      const { result: made } = await client.workflows.create(body);
      expect(made).toMatchObject({ name: body.name, workflowId: body.workflowId, ...fields, status: 'ACTIVE' });
      expect(made.origin).toBe('novu-cloud');
      expect(made.preferences).toEqual({ user: layer(true, true), default: layer(false, false) });
      expect(made.steps.map(({ name, type }) => ({ name, type }))).toEqual(
        TEN_STEPS.map(({ name, type }) => ({ name, type })),
      );
      for (const [at, step] of made.steps.entries()) {
        const { skip, ...sent } = (TEN_STEPS[at]?.controlValues ?? {}) as Record<string, unknown>;
        // The client's schema of this type has no `skip`.
        const expected = skip && step.type !== 'http_request' ? { ...sent, skip } : sent;
        expect(step.controlValues, step.name).toMatchObject(expected);
        expect(step.controls.values, step.name).toMatchObject(expected);
        expect(step.issues?.controls, step.name).toBeUndefined();
        expect(step).toMatchObject({ workflowId: body.workflowId, workflowDatabaseId: made.id, origin: 'novu-cloud' });
      }
      for (const name of [made.id, made.workflowId, made.slug]) {
        expect((await client.workflows.get(name)).result).toEqual(made);
      }
    });

    test('creates an empty draft of each shape', async () => {
      for (const { name, type } of TEN_STEPS) {
        const drafts = [{ name, type, controlValues: {} }] as unknown as Body['steps'];
        const { result } = await client.workflows.create({ name, workflowId: `draft-${type}`, steps: drafts });
        const [step] = (await client.workflows.get(result.id)).result.steps;
        expect(step).toMatchObject({ name, type });
        expect(result).toMatchObject({ active: false, status: 'INACTIVE' });
        if (type !== 'custom') expect(step?.issues?.controls, type).toBeDefined();
      }
    });

    test('reads every kind of issue at its field', async () => {
      const broken = [
        {
          name: 'Mail',
          type: 'email',
          controlValues: { subject: '', body: '{{payload.orderID}}', editorType: 'html' },
        },
        {
          name: 'Note',
          type: 'in_app',
          controlValues: { body: '{{payload.orderId | toSentence: "", "many"}}', avatar: 'nowhere' },
        },
        { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 400, unit: 'days' } },
      ] as unknown as Body['steps'];
      const { result } = await client.workflows.create(bodyOf({ steps: broken }));
      expect(result.status).toBe('ERROR');
      const types = result.steps.flatMap(({ issues }) =>
        [...Object.values(issues?.controls ?? {}), ...Object.values(issues?.integration ?? {})]
          .flat()
          .map(({ issueType }) => issueType as string),
      );
      expect([...new Set(types)].sort()).toEqual([
        'ILLEGAL_VARIABLE_IN_CONTROL_VALUE',
        'INVALID_FILTER_ARG_IN_VARIABLE',
        'INVALID_URL',
        'MISSING_INTEGRATION',
        'MISSING_VALUE',
        'TIER_LIMIT_EXCEEDED',
      ]);
    });

    /** The client can create a throttle step, but not update it. */
    const updatable = version === '3.17.0' ? steps.filter(({ type }) => type !== 'throttle') : steps;

    test('updates a workflow that it has read, including step IDs', async () => {
      const { result: made } = await client.workflows.create(bodyOf({ steps: updatable }));
      const { result: same } = await client.workflows.update(updateOf(made), made.workflowId);
      expect(same.steps.map(({ id }) => id)).toEqual(made.steps.map(({ id }) => id));
      const [first, ...rest] = updateOf(made).steps;
      const more = { name: 'Other', tags: ['x'], severity: 'none', steps: [...rest, { ...first, name: 'Renamed' }] };
      const { result: changed } = await client.workflows.update(updateOf(made, more), made.slug);
      expect(changed).toMatchObject({ id: made.id, name: 'Other', tags: ['x'], severity: 'none' });
      expect(changed.steps.map(({ id }) => id)).toEqual(
        [...made.steps.slice(1), made.steps[0]].map((step) => step?.id),
      );
      expect(changed.steps.at(-1)?.name).toBe('Renamed');
      expect((await client.workflows.get(made.id)).result).toEqual(changed);
    });

    test('patches single fields', async () => {
      const { result: made } = await client.workflows.create(bodyOf());
      const changes = [
        { active: false },
        { name: 'Other' },
        { description: 'd' },
        { tags: [] },
        { payloadSchema: null },
        { validatePayload: false },
        { isTranslationEnabled: false },
      ];
      for (const change of changes) {
        expect((await client.workflows.patch(change, made.workflowId)).result).toMatchObject(change);
      }
      const { result } = await client.workflows.get(made.id);
      expect(result).toMatchObject(Object.assign({ status: 'INACTIVE', severity: 'high' }, ...changes));
    });

    test('lists workflows with every filter and order', async () => {
      const names = ['Alpha', 'Beta', 'Gamma'];
      for (const name of names) {
        await client.workflows.create(bodyOf({ name, tags: [name.toLowerCase()], active: name !== 'Beta' }));
      }
      const list = async (request: Parameters<Client['workflows']['list']>[0]) => {
        const { result } = await client.workflows.list(request);
        return result.workflows.map(({ name }) => name);
      };
      const byName = { orderBy: 'name', orderDirection: 'ASC' } as const;
      expect(await list(byName)).toEqual(names);
      expect(await list({ ...byName, query: 'ALPH' })).toEqual(['Alpha']);
      expect(await list({ ...byName, tags: ['alpha', 'gamma'] })).toEqual(['Alpha', 'Gamma']);
      expect(await list({ ...byName, status: ['INACTIVE'] })).toEqual(['Beta']);
      expect(await list({ ...byName, limit: 1, offset: 1 })).toEqual(['Beta']);
      expect((await client.workflows.list({ limit: 1 })).result.totalCount).toBe(3);
      for (const orderBy of ['createdAt', 'updatedAt', 'lastTriggeredAt'] as const) {
        expect(await list({ orderBy, orderDirection: 'DESC' })).toHaveLength(3);
      }
    });

    test('retrieves a step by each of its names', async () => {
      const { result: made } = await client.workflows.create(bodyOf());
      for (const step of made.steps) {
        for (const name of [step.id, step.stepId, step.slug]) {
          const { result } = await client.workflows.steps.retrieve(made.workflowId, name);
          expect(result).toMatchObject({ id: step.id, type: step.type, stepId: step.stepId, slug: step.slug });
          expect(result.controlValues).toMatchObject(step.controlValues ?? {});
        }
      }
    });

    test('copies a workflow to another environment twice', async ({ service, tenant }) => {
      const there = clientOf(version, service.url, tenant.productionApiKey);
      const { result: made } = await client.workflows.create(bodyOf());
      const target = { targetEnvironmentId: tenant.productionId };
      const error = await client.workflows.sync(target, made.workflowId).catch((thrown: unknown) => thrown);
      expect(error, 'a key without the right to publish').toBeInstanceOf(errors.ErrorDto);
      expect(error).toMatchObject({
        statusCode: 403,
        message: expect.stringContaining('Create a key with the right'),
      });
      const key = await createApiKey(tenant.environmentId, { can_publish: true });
      const publisher = clientOf(version, service.url, key);
      const { result: copy } = await publisher.workflows.sync(target, made.workflowId);
      expect(copy).toMatchObject({ ...fields, workflowId: made.workflowId, name: made.name });
      expect(copy.id).not.toBe(made.id);
      await client.workflows.patch({ name: 'Other' }, made.id);
      const { result: again } = await publisher.workflows.sync(target, made.workflowId);
      expect(again).toMatchObject({ id: copy.id, name: 'Other' });
      expect((await there.workflows.get(made.workflowId)).result).toEqual(again);
      expect((await client.workflows.get(made.id)).result.lastPublishedAt).toEqual(again.lastPublishedAt);
    });

    test('deletes a workflow', async () => {
      const { result: made } = await client.workflows.create(bodyOf());
      await client.workflows.delete(made.workflowId);
      await expect(client.workflows.get(made.id)).rejects.toBeInstanceOf(errors.ErrorDto);
      expect((await client.workflows.list({})).result.totalCount).toBe(0);
      await client.workflows.create(bodyOf({ workflowId: made.workflowId }));
    });

    test('understands validation errors', async ({ tenant }) => {
      const { result: made } = await client.workflows.create(bodyOf({ steps: updatable }));
      const bad = [{ name: 'A', type: 'digest', controlValues: { amount: 'x' } }] as unknown as Body['steps'];
      const cases: [() => Promise<unknown>, string[] | typeof errors.ErrorDto][] = [
        [() => client.workflows.create(bodyOf({ workflowId: made.workflowId })), ['workflowId']],
        [() => client.workflows.create(bodyOf({ name: '' })), ['name']],
        [() => client.workflows.create(bodyOf({ steps: bad })), ['steps.0.controlValues.amount']],
        [() => client.workflows.update(updateOf(made, { workflowId: 'other' }), made.id), ['workflowId']],
        [() => client.workflows.patch({ payloadSchema: { type: 'array' } }, made.id), ['payloadSchema']],
        [() => client.workflows.sync({ targetEnvironmentId: tenant.environmentId }, made.id), ['targetEnvironmentId']],
        [() => client.workflows.update(updateOf(made), 'nope'), errors.ErrorDto],
        [() => client.workflows.patch({}, 'nope'), errors.ErrorDto],
        [() => client.workflows.delete('nope'), errors.ErrorDto],
        [() => client.workflows.sync({ targetEnvironmentId: '0'.repeat(24) }, made.id), errors.ErrorDto],
        [() => client.workflows.steps.retrieve(made.id, 'nope'), errors.ErrorDto],
      ];
      for (const [n, [call, expected]] of cases.entries()) {
        const error = await call().catch((thrown: unknown) => thrown);
        const kind = Array.isArray(expected) ? errors.ValidationErrorDto : expected;
        expect(error, `case ${n}`).toBeInstanceOf(kind);
        if (Array.isArray(expected)) {
          expect(Object.keys((error as InstanceType<typeof errors.ValidationErrorDto>).errors), `case ${n}`).toEqual(
            expected,
          );
        }
      }
      expect((await client.workflows.get(made.id)).result).toEqual(made);
    });
  });
}
