import { database, insertRow } from '#e2e/database.ts';
import { type CallApi, expect, parsed, test } from '#e2e/fixtures.ts';
import { createIntegration } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { newId } from '#lib/id.ts';
import { LINK_VARIABLES } from '#lib/recipient-page/links.ts';
import { encodeId, slugOf } from '#lib/text/slug.ts';
import { ListWorkflowsQuery, Workflow, WorkflowPage } from '#lib/workflows/schema.ts';

const get = (call: CallApi, workflowId: string, query = '') =>
  call('GET', `/v2/workflows/${encodeURIComponent(workflowId)}${query}`);
const read = async (call: CallApi, workflowId: string, query = '') =>
  parsed(Workflow, await get(call, workflowId, query));
const list = async (call: CallApi, query = '') => parsed(WorkflowPage, await call('GET', `/v2/workflows${query}`));

const ALL_TYPES = ['in_app', 'email', 'sms', 'push', 'chat', 'delay', 'digest', 'custom', 'throttle', 'http_request'];

test.describe('retrieve a workflow (4.7)', () => {
  test('every stored field is returned', async ({ call, tenant }) => {
    const { userId } = await signedIn(tenant, 'developer');
    const payloadSchema = {
      type: 'object',
      properties: { orderId: { type: 'string', examples: ['A-17'] }, total: { type: 'number', minimum: 5 } },
    };
    const userPreferences = { all: { enabled: true, readOnly: false }, channels: { email: { enabled: false } } };
    const id = await createWorkflow(
      tenant,
      {
        identifier: 'order-shipped',
        name: 'Order shipped!',
        description: 'Informs the customer',
        tags: ['orders', 'mail'],
        validate_payload: true,
        payload_schema: payloadSchema,
        is_translation_enabled: true,
        severity: 'medium',
        user_preferences: userPreferences,
        issues: { name: { issueType: 'MISSING_VALUE', message: 'A name is needed' } },
        updated_by_id: userId,
        last_published_by_id: userId,
        last_published_at: new Date('2026-03-01T10:00:00.123Z'),
        last_triggered_at: new Date('2026-03-02T10:00:00.000Z'),
        created_at: new Date('2026-02-01T10:00:00.000Z'),
        updated_at: new Date('2026-02-03T10:00:00.456Z'),
      },
      [],
    );
    const person = { _id: userId, firstName: 'Test', lastName: 'Person', externalId: null };
    expect(await read(call, id)).toEqual({
      _id: id,
      workflowId: 'order-shipped',
      slug: `order-shipped_wf_${encodeId(id)}`,
      name: 'Order shipped!',
      description: 'Informs the customer',
      tags: ['orders', 'mail'],
      active: true,
      validatePayload: true,
      payloadSchema,
      payloadExample: { orderId: 'A-17', total: 19.9 },
      isTranslationEnabled: true,
      createdAt: '2026-02-01T10:00:00.000Z',
      updatedAt: '2026-02-03T10:00:00.456Z',
      updatedBy: person,
      lastPublishedAt: '2026-03-01T10:00:00.123Z',
      lastPublishedBy: person,
      lastTriggeredAt: '2026-03-02T10:00:00.000Z',
      steps: [],
      origin: expect.stringMatching(/^[a-z0-9]+-cloud$/),
      preferences: { default: { all: { enabled: true, readOnly: false }, channels: {} }, user: userPreferences },
      status: 'ACTIVE',
      issues: { name: { issueType: 'MISSING_VALUE', message: 'A name is needed' } },
      severity: 'medium',
    });
  });

  test('a workflow is found by _id, trigger identifier and slug', async ({ call, tenant }) => {
    const id = await createWorkflow(tenant, { identifier: 'welcome', name: 'Welcome' });
    for (const name of [
      id,
      id.toUpperCase(),
      'welcome',
      slugOf('wf', 'Welcome', id),
      slugOf('wf', 'Renamed since', id),
    ]) {
      expect((await read(call, name))._id).toBe(id);
    }
    const odd = await createWorkflow(tenant, { identifier: 'what/about "this"? 100%' });
    expect((await read(call, 'what/about "this"? 100%'))._id).toBe(odd);
  });

  test('an ID takes precedence over an identifier of the same form', async ({ call, tenant }) => {
    const id = await createWorkflow(tenant, { identifier: 'a' });
    const other = await createWorkflow(tenant, { identifier: id });
    expect((await read(call, id))._id).toBe(id);
    await database().query('UPDATE workflows SET deleted_at = now() WHERE id = $1', [id]);
    expect((await read(call, id))._id).toBe(other);
  });

  test('unknown, deleted and foreign workflows are 404', async ({ call, tenant }) => {
    const deleted = await createWorkflow(tenant, { deleted_at: new Date() });
    const elsewhere = await createWorkflow({ environmentId: tenant.productionId }, { identifier: 'elsewhere' });
    const step = slugOf('st', 'Step', elsewhere);
    for (const id of [
      newId(),
      'nothing',
      deleted,
      elsewhere,
      'elsewhere',
      slugOf('wf', 'Order shipped', elsewhere),
      step,
    ]) {
      const answer = await get(call, id);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ message: 'Workflow cannot be found', workflowId: id, code: 'not_found' });
    }
  });

  test('environmentId of an API key must be its own, that of a session one of its organization', async ({
    call,
    tenant,
  }) => {
    const here = await createWorkflow(tenant, { identifier: 'same' });
    const there = await createWorkflow({ environmentId: tenant.productionId }, { identifier: 'same' });
    expect((await read(call, 'same', `?environmentId=${tenant.environmentId}`))._id).toBe(here);
    for (const id of [tenant.productionId, newId(), 'x']) {
      expect((await get(call, 'same', `?environmentId=${id}`)).status).toBe(403);
    }
    const { call: session } = await signedIn(tenant, 'support');
    expect((await read(session, 'same'))._id).toBe(here);
    expect((await read(session, 'same', `?environmentId=${tenant.productionId}`))._id).toBe(there);
    expect((await get(session, 'same', `?environmentId=${newId()}`)).status).toBe(403);
    const malformed = await get(session, 'same', '?environmentId=x');
    expect(malformed.status).toBe(400);
    expect(malformed.body).toMatchObject({ message: 'Invalid environment ID format: x' });
  });

  test('all ten step shapes are returned, also as empty drafts', async ({ call, tenant }) => {
    const id = await createWorkflow(
      tenant,
      { identifier: 'all' },
      ALL_TYPES.map((type) => ({ type, step_id: `my-${type}`, name: `My ${type}` })),
    );
    const { steps, origin } = await read(call, id);
    expect(steps.map((step) => step.type)).toEqual(ALL_TYPES);
    for (const step of steps) {
      expect(step).toMatchObject({ workflowId: 'all', workflowDatabaseId: id, stepId: `my-${step.type}`, origin });
      expect(step.slug).toBe(slugOf('st', `My ${step.type}`, step._id));
      expect(step.controlValues).toEqual(step.controls.values);
      expect(step.controls.dataSchema).toMatchObject({ type: 'object' });
      expect(Object.keys(step.variables.properties as object)).toEqual([
        'subscriber',
        'payload',
        'steps',
        'workflow',
        'context',
        'actor',
        'tenant',
        'env',
        ...LINK_VARIABLES,
      ]);
    }
    const values = Object.fromEntries(steps.map((step) => [step.type, step.controls.values]));
    expect(values).toMatchObject({
      email: { subject: '', body: '' },
      http_request: { method: 'GET', url: '' },
      delay: { type: 'regular' },
      throttle: { type: 'fixed' },
    });
  });

  test('control values are returned as stored, without nulls that the shape rejects', async ({ call, tenant }) => {
    const skip = { '==': [{ var: 'subscriber.email' }, null] };
    const inApp = {
      body: 'Hi',
      avatar: null,
      primaryAction: { label: 'Go', redirect: { url: '/orders', target: '_self' } },
      data: { nothing: null },
      skip,
    };
    const http = {
      method: 'POST',
      url: 'https://example.com',
      headers: [{ key: 'a', value: 'b' }],
      body: '{}',
      continueOnFailure: true,
    };
    const id = await createWorkflow(tenant, {}, [
      { type: 'in_app', control_values: inApp },
      { type: 'email', control_values: { subject: 'S', body: 'B', editorType: 'html', layoutId: null } },
      { type: 'http_request', control_values: http },
      { type: 'digest', control_values: { amount: 5, unit: 'minutes', lookBackWindow: { amount: 1, unit: 'hours' } } },
    ]);
    const { steps } = await read(call, id);
    const { avatar, ...withoutNull } = inApp;
    expect(steps.map((step) => step.controls.values)).toEqual([
      withoutNull,
      { subject: 'S', body: 'B', editorType: 'html', layoutId: null },
      http,
      { amount: 5, unit: 'minutes', lookBackWindow: { amount: 1, unit: 'hours' } },
    ]);
  });

  test('the variables contain the payload by its schema, and the results of earlier steps', async ({
    call,
    tenant,
  }) => {
    const payloadSchema = { type: 'object', properties: { orderId: { type: 'string' } } };
    const responseBodySchema = { type: 'object', properties: { price: { type: 'number' } } };
    const id = await createWorkflow(tenant, { payload_schema: payloadSchema }, [
      { type: 'in_app', step_id: 'inbox' },
      { type: 'http_request', step_id: 'price', control_values: { method: 'GET', url: '', responseBodySchema } },
      { type: 'digest', step_id: 'collect' },
      { type: 'email' },
    ]);
    const { steps } = await read(call, id);
    const properties = steps.map(
      (step) => step.variables.properties as { payload: object; steps: { properties: object } },
    );
    for (const { payload } of properties) expect(payload).toMatchObject(payloadSchema);
    expect(properties.map((at) => Object.keys(at.steps.properties))).toEqual([
      [],
      ['inbox'],
      ['inbox', 'price'],
      ['inbox', 'price', 'collect'],
    ]);
    expect(properties[3]?.steps.properties).toMatchObject({
      inbox: { properties: { seen: { type: 'boolean' } } },
      price: responseBodySchema,
      collect: {
        properties: { eventCount: { type: 'integer' }, events: { items: { properties: { payload: payloadSchema } } } },
      },
    });
  });

  test('the status is inactive or error by stored issues of the content, never by integrations', async ({
    call,
    tenant,
  }) => {
    const issues = {
      subject: [{ issueType: 'MISSING_VALUE', variableName: 'subject', message: 'A subject is needed' }],
    };
    const bad = [{ type: 'email' }, { type: 'email', control_issues: issues }];
    const error = await read(call, await createWorkflow(tenant, {}, bad));
    expect(error.status).toBe('ERROR');
    expect(error.steps[1]?.issues?.controls).toEqual(issues);
    expect(error.steps[0]?.issues).not.toHaveProperty('controls');
    expect((await read(call, await createWorkflow(tenant, { active: false }, bad))).status).toBe('INACTIVE');
    const missing = await read(call, await createWorkflow(tenant, {}, [{ type: 'email', control_issues: {} }]));
    expect(missing.status).toBe('ACTIVE');
  });

  test('integration issues are computed at the time of the request', async ({ call, tenant }) => {
    const id = await createWorkflow(
      tenant,
      {},
      ALL_TYPES.map((type) => ({ type })),
    );
    const issues = async () =>
      Object.fromEntries(
        (await read(call, id)).steps.flatMap(({ type, issues }) =>
          Object.entries(issues?.integration ?? {}).map(([key, [issue]]) => [`${type} ${key}`, issue?.issueType]),
        ),
      );
    const missing = 'MISSING_INTEGRATION';
    expect(await issues()).toEqual({
      'in_app in_app': missing,
      'email email': missing,
      'sms sms': missing,
      'push push': missing,
      'chat chat': missing,
    });
    const mail = { provider_id: 'sendgrid', channel: 'email', sandbox: true };
    const email = await createIntegration(tenant, mail);
    await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app' });
    await createIntegration(tenant, { provider_id: 'slack', channel: 'chat' });
    await createIntegration(tenant, { provider_id: 'fcm', channel: 'push', active: false });
    await createIntegration({ ...tenant, environmentId: tenant.productionId }, { provider_id: 'fcm', channel: 'push' });
    await createIntegration(tenant, { provider_id: 'twilio', channel: 'sms', deleted_at: new Date() });
    expect(await issues()).toEqual({
      'in_app in_app': 'INBOX_NOT_CONNECTED',
      'email email': missing,
      'sms sms': missing,
      'push push': missing,
    });
    expect((await call('POST', `/v1/integrations/${email}/set-primary`)).status).toBe(200);
    await database().query('UPDATE integrations SET connected = true WHERE environment_id = $1', [
      tenant.environmentId,
    ]);
    expect(await issues()).toEqual({ 'sms sms': missing, 'push push': missing });
  });
});

test.describe('list workflows', () => {
  test('every parameter changes the list', async ({ call, tenant }) => {
    const issues = { body: [{ issueType: 'MISSING_VALUE', message: 'A body is needed' }] };
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const a = await createWorkflow(tenant, {
      identifier: 'alpha',
      name: 'Beta 100%',
      tags: ['x', 'y'],
      updated_at: at(3),
      last_triggered_at: at(1),
    });
    const b = await createWorkflow(
      tenant,
      { identifier: 'under_score', name: 'Alpha', tags: ['y'], updated_at: at(1), active: false },
      [],
    );
    const c = await createWorkflow(
      tenant,
      { identifier: 'gamma', name: 'Gamma', updated_at: at(2), last_triggered_at: at(2) },
      [{ type: 'delay' }, { type: 'sms', control_issues: issues }],
    );
    await createWorkflow(tenant, { deleted_at: new Date() });
    await createWorkflow({ environmentId: tenant.productionId });
    const names = { [a]: 'a', [b]: 'b', [c]: 'c' };
    const found = async (query: string) =>
      (await list(call, query)).workflows.map((workflow) => names[workflow._id]).join('');

    expect(await found('')).toBe('cba');
    const orders: Record<string, string> = {
      'orderBy=createdAt': 'cba',
      'orderBy=updatedAt': 'acb',
      'orderBy=name': 'cab',
      'orderBy=lastTriggeredAt': 'cab',
      'orderBy=createdAt&orderDirection=ASC': 'abc',
      'orderBy=updatedAt&orderDirection=ASC': 'bca',
      'orderBy=name&orderDirection=ASC': 'bac',
      'orderBy=lastTriggeredAt&orderDirection=ASC': 'acb',
      'query=ALPHA': 'ba',
      'query=gamma': 'c',
      'query=SCORE%20alpha': 'b',
      'query=%25': 'a',
      'query=_': 'b',
      'query=nothing': '',
      'tags=x': 'a',
      'tags=x&tags=y': 'ba',
      'status=ACTIVE': 'a',
      'status=INACTIVE': 'b',
      'status=ERROR': 'c',
      'status=ERROR&status=INACTIVE': 'cb',
      'tags=y&status=INACTIVE': 'b',
      'limit=2': 'cb',
      'limit=2&offset=2': 'a',
      'offset=9': '',
    };
    for (const [query, expected] of Object.entries(orders)) expect(await found(`?${query}`), query).toBe(expected);
    expect((await list(call, '?limit=1&offset=9')).totalCount).toBe(3);
    expect((await list(call, '?status=ERROR')).totalCount).toBe(1);

    const [listed] = (await list(call)).workflows;
    const whole = await read(call, c);
    expect(listed).toMatchObject({ _id: c, slug: whole.slug, status: 'ERROR', stepTypeOverviews: ['delay', 'sms'] });
    expect(listed?.steps).toEqual(
      whole.steps.map(({ slug, type, issues }) => ({ slug, type, ...(issues && { issues }) })),
    );
  });

  for (const query of [
    'limit=0',
    'limit=101',
    'limit=x',
    'offset=-1',
    'status=active',
    'orderBy=size',
    'orderDirection=up',
  ]) {
    test(`${query} is 422`, async ({ call }) => {
      const answer = await call('GET', `/v2/workflows?${query}`);
      expect(answer.status).toBe(422);
      const [field] = Object.keys((answer.body as { errors: object }).errors);
      expect(field?.split('.')[0]).toBe(query.split('=')[0]);
    });
  }

  test('the default limit is 50', async ({ call, tenant }) => {
    expect(ListWorkflowsQuery.parse({}).limit).toBe(50);
    const { rows } = await database().query('SELECT id FROM notification_groups WHERE environment_id = $1', [
      tenant.environmentId,
    ]);
    for (let n = 0; n < 51; n++) {
      const id = newId();
      await insertRow('workflows', {
        id,
        environment_id: tenant.environmentId,
        identifier: id,
        name: id,
        tags: [],
        default_preferences: {},
        notification_group_id: rows[0].id,
        created_at: new Date(),
        updated_at: new Date(),
      });
    }
    const { workflows, totalCount } = await list(call);
    expect([workflows.length, totalCount]).toEqual([50, 51]);
  });
});
