import {
  authored,
  authorWorkflow,
  everything,
  layer,
  putBody,
  stepBody,
  versionOf,
  workflowBody,
} from '#e2e/authoring.ts';
import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { TEN_STEPS } from '#e2e/ten-steps.ts';
import { newId } from '#lib/id.ts';
import { slugOf } from '#lib/text/slug.ts';
import { MAX_STEPS, Workflow, WorkflowPage } from '#lib/workflows/schema.ts';
import { WorkflowVersionPage } from '#lib/workflows/version-schema.ts';

test.describe('create', () => {
  test('the stored workflow is returned, and stays the same', async ({ call }) => {
    const body = everything();
    const answer = await call('POST', '/v2/workflows', { body });
    const made = parsed(Workflow, answer, 201);
    expect(versionOf(answer)).toBe(1);
    const { preferences, steps, ...fields } = body as ReturnType<typeof everything> & { preferences: object };
    expect(made).toMatchObject(fields);
    expect(made.preferences).toEqual({ user: layer(true, true), default: layer(false, false) });
    expect(made.steps.map(({ name, type, controlValues }) => ({ name, type, controlValues }))).toEqual(
      steps.map((step) => ({ ...step })),
    );
    for (const step of made.steps) expect(step.controls.values).toEqual(step.controlValues);
    expect(made.payloadExample).toEqual({ orderId: 'A-1042', 'a.b': 1 });
    for (const name of [made._id, made.workflowId, made.slug]) {
      const again = await call('GET', `/v2/workflows/${encodeURIComponent(name)}`);
      expect(parsed(Workflow, again)).toEqual(made);
      expect(versionOf(again)).toBe(1);
    }
  });

  test('a missing field has a default; a workflow is inactive until a request activates it', async ({ call }) => {
    const made = parsed(
      Workflow,
      await call('POST', '/v2/workflows', { body: { name: 'A', workflowId: 'a', steps: [] } }),
      201,
    );
    expect(made).toMatchObject({
      ...{ name: 'A', workflowId: 'a', description: '', tags: [], active: false, status: 'INACTIVE', steps: [] },
      ...{ validatePayload: false, payloadSchema: null, isTranslationEnabled: false, severity: 'none' },
      lastPublishedAt: null,
      lastTriggeredAt: null,
    });
    const byDefault = { all: { enabled: true, readOnly: false }, channels: {} };
    expect(made.preferences).toEqual({ user: null, default: byDefault });
    expect(made.createdAt).toBe(made.updatedAt);
  });

  test('keys of every kind survive in free-form objects', async ({ call }) => {
    const data = '{"__proto__":{"x":1},"constructor":null,"":"","a.b":[1,{"ü":"\\"\\\\"}],"big":1e+300,"small":5e-324}';
    const body = JSON.stringify(
      workflowBody({ steps: [{ name: 'A', type: 'in_app', controlValues: { body: 'b', data: '%' } }] }),
    ).replace('"%"', data);
    const made = parsed(Workflow, await call('POST', '/v2/workflows', { body }), 201);
    const { text } = await call('GET', `/v2/workflows/${made._id}`);
    const [shown] = (JSON.parse(text) as Workflow).steps.map((step) => step.controlValues as { data: object });
    const sorted = (value: object) => Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
    expect(sorted(shown?.data ?? {})).toEqual(sorted(JSON.parse(data)));
  });

  test('an identifier is unique in an environment, and free again after deletion', async ({ call, tenant }) => {
    const { workflowId } = await authorWorkflow(call);
    const again = workflowBody({ workflowId });
    assertError(await call('POST', '/v2/workflows', { body: again }), 422, 'taken', ['workflowId']);
    await authorWorkflow(caller(`ApiKey ${tenant.productionApiKey}`), { workflowId });
    expect((await call('DELETE', `/v2/workflows/${workflowId}`)).status).toBe(204);
    await authorWorkflow(call, { workflowId });
  });

  test('one of twenty simultaneous creations of an identifier succeeds', async ({ call }) => {
    const body = workflowBody();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', '/v2/workflows', { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(422)]);
    const page = parsed(WorkflowPage, await call('GET', `/v2/workflows?query=${body.workflowId}`));
    expect(page.totalCount).toBe(1);
  });

  test('a repeated idempotency key returns the same workflow', async ({ call }) => {
    const options = { body: workflowBody(), headers: { 'idempotency-key': newId() } };
    const first = await call('POST', '/v2/workflows', options);
    const second = await call('POST', '/v2/workflows', options);
    expect(parsed(Workflow, second, 201)).toEqual(parsed(Workflow, first, 201));
    expect(second.headers.get('idempotency-replay')).toBe('true');
    expect(versionOf(second)).toBe(1);
  });
});

/** Returns a condition inside a condition inside … */
function nested(depth: number): object {
  return depth === 0 ? { '==': [1, 1] } : { and: [nested(depth - 1)] };
}

test.describe('validation errors name the field', () => {
  const step = { name: 'A', type: 'sms' };
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['no name', { name: undefined }, ['name']],
    ['a blank name', { name: ' \n' }, ['name']],
    ['a long name', { name: 'x'.repeat(256) }, ['name']],
    ['no identifier', { workflowId: undefined }, ['workflowId']],
    ['an identifier of two words', { workflowId: 'a b' }, ['workflowId']],
    ['an identifier with a slash', { workflowId: 'a/b' }, ['workflowId']],
    ['an identifier that is a path', { workflowId: '..' }, ['workflowId']],
    ['an identifier of the form of an id', { workflowId: newId().toUpperCase() }, ['workflowId']],
    ['an identifier of the form of a slug', { workflowId: slugOf('wf', 'Orders', newId()) }, ['workflowId']],
    ['no steps', { steps: undefined }, ['steps']],
    ['steps that are no list', { steps: {} }, ['steps']],
    ['too many steps', { steps: Array(MAX_STEPS + 1).fill(step) }, ['steps']],
    ['a trigger step', { steps: [{ name: 'A', type: 'trigger' }] }, ['steps.0.type']],
    ['an unknown step type', { steps: [step, { name: 'A', type: 'fax' }] }, ['steps.1.type']],
    ['a step without name', { steps: [{ type: 'sms' }] }, ['steps.0.name']],
    ['a stepId that is not a word', { steps: [{ ...step, stepId: 'a b' }] }, ['steps.0.stepId']],
    [
      'one stepId twice',
      {
        steps: [
          { ...step, stepId: 'a' },
          { ...step, stepId: 'a' },
        ],
      },
      ['steps.1.stepId'],
    ],
    ['too many tags', { tags: Array.from({ length: 17 }, (_, n) => `t${n}`) }, ['tags']],
    ['an empty tag', { tags: ['a', ' '] }, ['tags.1']],
    ['a severity that is none', { severity: 'worst' }, ['severity']],
    ['a payload schema of something else', { payloadSchema: { type: 'array' } }, ['payloadSchema']],
    [
      'a payload schema that refers elsewhere',
      { payloadSchema: { $ref: 'https://example.com/s.json' } },
      ['payloadSchema'],
    ],
    [
      'a payload schema with an unknown type',
      { payloadSchema: { type: 'object', properties: { a: { type: 'x' } } } },
      ['payloadSchema'],
    ],
    ['a payload schema that is a text', { payloadSchema: 'x' }, ['payloadSchema']],
    ['active as text', { active: 'yes' }, ['active']],
    ['preferences that are a text', { preferences: { user: 'on' } }, ['preferences.user']],
    [
      'controls of wrong types',
      { steps: [step, { name: 'B', type: 'digest', controlValues: { amount: '5', unit: 'years' } }] },
      ['steps.1.controlValues.amount', 'steps.1.controlValues.unit'],
    ],
    [
      'a header that is none',
      { steps: [{ name: 'B', type: 'http_request', controlValues: { headers: [{ key: 1 }] } }] },
      ['steps.0.controlValues.headers.0.key'],
    ],
    [
      'an action with a wrong target',
      {
        steps: [
          { name: 'B', type: 'in_app', controlValues: { primaryAction: { redirect: { url: '/', target: 'x' } } } },
        ],
      },
      ['steps.0.controlValues.primaryAction.redirect.target'],
    ],
    [
      'a condition that never ends',
      { steps: [step, { ...step, controlValues: { skip: nested(45) } }] },
      ['steps.1.controlValues.skip'],
    ],
    ['skip as text', { steps: [{ ...step, controlValues: { skip: 'never' } }] }, ['steps.0.controlValues.skip']],
  ];

  for (const [label, change, fields] of cases) {
    test(label, async ({ call }) => {
      const body = workflowBody(change);
      assertError(await call('POST', '/v2/workflows', { body }), 422, label, fields);
      const made = await authorWorkflow(call);
      const put = putBody(made, change);
      if ('workflowId' in change || (label === 'no steps' && !change.steps)) return;
      assertError(await call('PUT', `/v2/workflows/${made._id}`, { body: put }), 422, label, fields);
      expect(parsed(Workflow, await call('GET', `/v2/workflows/${made._id}`))).toEqual(made);
    });
  }

  test('for another identifier and missing required fields in PUT', async ({ call }) => {
    const made = await authorWorkflow(call);
    const put = (body: object) => call('PUT', `/v2/workflows/${made._id}`, { body });
    assertError(await put(putBody(made, { workflowId: 'other' })), 422, 'identifier', ['workflowId']);
    assertError(await put({}), 422, 'empty', ['name', 'preferences', 'steps']);
    assertError(await put(putBody(made, { origin: 'somewhere' })), 422, 'origin', ['origin']);
    const [step] = made.steps.map(stepBody);
    assertError(await put(putBody(made, { steps: [step, { ...step, stepId: 'b' }] })), 422, 'twice', ['steps.1._id']);
  });
});

test.describe('update', () => {
  test('replaces the given fields and keeps the absent ones', async ({ call }) => {
    const made = await authorWorkflow(call, everything());
    const { name, preferences } = { name: 'Other', preferences: {} };
    const steps = made.steps.map(({ stepId, name: its, type }) => ({ stepId, name: its, type }));
    const answer = await call('PUT', `/v2/workflows/${made.slug}`, { body: { name, preferences, steps } });
    const after = parsed(Workflow, answer);
    expect(versionOf(answer)).toBe(2);
    expect(authored(after)).toEqual({ ...authored(made), name: 'Other' });
    expect(after.updatedAt > made.updatedAt).toBe(true);
    expect(after.createdAt).toBe(made.createdAt);
  });

  test('keeps the _id of steps named by _id or stepId, in the order of the body', async ({ call }) => {
    const made = await authorWorkflow(call, { steps: TEN_STEPS });
    const [first, second, ...rest] = made.steps.map(stepBody);
    const steps = [
      { name: 'New', type: 'sms' },
      ...rest.toReversed(),
      { ...second, name: 'Renamed', _id: undefined },
      { ...first, stepId: 'renamed' },
    ];
    const after = parsed(Workflow, await call('PUT', `/v2/workflows/${made._id}`, { body: putBody(made, { steps }) }));
    expect(after.steps.map(({ _id }) => _id)).toEqual([
      expect.any(String),
      ...rest.map(({ _id }) => _id).toReversed(),
      second?._id,
      first?._id,
    ]);
    expect(after.steps.map(({ stepId }) => stepId).slice(-2)).toEqual([second?.stepId, 'renamed']);
    expect(after.steps[0]).toMatchObject({ stepId: 'new', name: 'New' });
  });

  test('can exchange the stepIds of two steps', async ({ call }) => {
    const made = await authorWorkflow(call, { steps: TEN_STEPS.slice(0, 2) });
    const [a, b] = made.steps.map(stepBody);
    const steps = [
      { ...a, stepId: b?.stepId },
      { ...b, stepId: a?.stepId },
    ];
    const after = parsed(Workflow, await call('PUT', `/v2/workflows/${made._id}`, { body: putBody(made, { steps }) }));
    expect(after.steps.map(({ _id, stepId }) => [_id, stepId])).toEqual([
      [a?._id, b?.stepId],
      [b?._id, a?.stepId],
    ]);
  });

  test('keeps the fields of a step that the API does not set', async ({ call }) => {
    const made = await authorWorkflow(call);
    const [step] = made.steps;
    const filters = [{ isNegated: false, type: 'GROUP', value: 'AND', children: [] }];
    await database().query(`UPDATE workflow_steps SET filters = $2, should_stop_on_fail = true WHERE id = $1`, [
      step?._id,
      JSON.stringify(filters),
    ]);
    const body = putBody(made, { steps: [{ ...stepBody(step as never), name: 'Renamed' }] });
    const after = parsed(Workflow, await call('PUT', `/v2/workflows/${made._id}`, { body }));
    expect(after.steps[0]).toMatchObject({ _id: step?._id, name: 'Renamed' });
    const { rows } = await database().query('SELECT filters, should_stop_on_fail FROM workflow_steps WHERE id = $1', [
      step?._id,
    ]);
    expect(rows).toEqual([{ filters, should_stop_on_fail: true }]);
  });

  test('changes single fields only, by PATCH', async ({ call }) => {
    const made = await authorWorkflow(call, everything());
    const changes: Record<string, unknown>[] = [
      { active: false },
      { name: 'Other' },
      { description: 'd' },
      { tags: ['x'] },
      { payloadSchema: { type: 'object' } },
      { payloadSchema: null },
      { validatePayload: false },
      { isTranslationEnabled: false },
      { severity: 'low' },
      {},
    ];
    let expected = authored(made);
    for (const [n, body] of changes.entries()) {
      expected = { ...expected, ...body };
      const answer = await call('PATCH', `/v2/workflows/${made._id}`, { body });
      expect(authored(parsed(Workflow, answer))).toEqual(expected);
      expect(versionOf(answer), JSON.stringify(body)).toBe(Math.min(n + 2, changes.length));
    }
    assertError(await call('PATCH', `/v2/workflows/${made._id}`, { body: { name: '' } }), 422, 'name', ['name']);
  });

  test('without changes creates no version', async ({ call }) => {
    const made = await authorWorkflow(call, everything());
    const answer = await call('PUT', `/v2/workflows/${made._id}`, { body: putBody(made) });
    expect(parsed(Workflow, answer)).toEqual(made);
    expect(versionOf(answer)).toBe(1);
    const { data } = parsed(WorkflowVersionPage, await call('GET', `/v2/workflows/${made._id}/versions`));
    expect(data).toHaveLength(1);
  });

  test('names a person as author, but no API key', async ({ call, tenant }) => {
    const made = await authorWorkflow(call);
    expect(made.updatedBy).toBeUndefined();
    const developer = await signedIn(tenant, 'developer');
    const body = putBody(made, { name: 'By a person' });
    const after = parsed(Workflow, await developer.call('PUT', `/v2/workflows/${made._id}`, { body }));
    expect(after.updatedBy?._id).toBe(developer.userId);
    const byKey = parsed(Workflow, await call('PATCH', `/v2/workflows/${made._id}`, { body: { name: 'By a key' } }));
    expect(byKey.updatedBy).toBeUndefined();
  });
});

test.describe('issues', () => {
  const broken = [
    { name: 'Mail', type: 'email', controlValues: { body: '<p>{{payload.orderID}}</p>', editorType: 'html' } },
    {
      name: 'Note',
      type: 'in_app',
      controlValues: { body: '{{ payload.items | toSentence: "", "many" }}', avatar: 'nowhere' },
    },
    { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 400, unit: 'days' } },
  ];
  const payloadSchema = {
    type: 'object',
    properties: { orderId: { type: 'string' }, items: { type: 'array', items: { type: 'string' } } },
  };
  const types = ({ steps }: Workflow) =>
    steps.map(({ issues }) =>
      Object.fromEntries(
        Object.entries(issues?.controls ?? {}).map(([path, list]) => [path, list.map(({ issueType }) => issueType)]),
      ),
    );

  test('of the workflow itself are stored, and removed with their cause', async ({ call }) => {
    const made = await authorWorkflow(call, { active: true, validatePayload: true, payloadSchema: null, steps: [] });
    expect(Object.keys(made.issues ?? {}).sort()).toEqual(['payloadSchema', 'steps']);
    expect(made.issues?.steps).toEqual({
      issueType: 'MISSING_VALUE',
      variableName: 'steps',
      message: expect.stringContaining('no step'),
    });
    expect(made.status).toBe('ACTIVE');
    const path = `/v2/workflows/${made._id}`;
    expect(parsed(Workflow, await call('GET', path)).issues).toEqual(made.issues);
    const body = { payloadSchema: { type: 'object', properties: { order_id: {} }, required: ['orderId'] } };
    const typed = parsed(Workflow, await call('PATCH', path, { body }));
    expect(typed.issues?.payloadSchema?.message).toContain('Did you mean `order_id`?');
    const fixed = await call('PUT', path, {
      body: putBody(made, { steps: TEN_STEPS, payloadSchema: null, validatePayload: false }),
    });
    expect(parsed(Workflow, fixed)).not.toHaveProperty('issues');
  });

  test('are those of the saved content, and disappear with their cause', async ({ call }) => {
    const made = await authorWorkflow(call, { payloadSchema, steps: broken });
    expect(made.status).toBe('ERROR');
    expect(types(made)).toEqual([
      { subject: ['MISSING_VALUE'], body: ['ILLEGAL_VARIABLE_IN_CONTROL_VALUE'] },
      { body: ['INVALID_FILTER_ARG_IN_VARIABLE'], avatar: ['INVALID_URL'] },
      { amount: ['TIER_LIMIT_EXCEEDED'], unit: ['TIER_LIMIT_EXCEEDED'] },
    ]);
    expect(made.steps[0]?.issues?.controls?.body?.[0]).toMatchObject({
      variableName: 'payload.orderID',
      message: expect.stringContaining('payload.orderId'),
      position: { line: 1, column: expect.any(Number), length: 'payload.orderID'.length },
    });
    const listed = parsed(WorkflowPage, await call('GET', '/v2/workflows?status=ERROR'));
    expect(listed.workflows.map(({ _id, status }) => [_id, status])).toEqual([[made._id, 'ERROR']]);
    expect(listed.workflows[0]?.steps.map(({ issues }) => issues)).toEqual(made.steps.map(({ issues }) => issues));

    const paused = await call('PATCH', `/v2/workflows/${made._id}`, { body: { active: false } });
    expect(parsed(Workflow, paused).status, 'inactive comes first').toBe('INACTIVE');
    const body = putBody(made, { steps: TEN_STEPS, payloadSchema: null });
    const draft = parsed(Workflow, await call('POST', '/v2/workflow-drafts/analyse', { body }));
    const fixed = parsed(Workflow, await call('PUT', `/v2/workflows/${made._id}`, { body }));
    for (const each of [draft, fixed]) {
      expect(each.status).toBe('ACTIVE');
      expect(types(each)).toEqual(TEN_STEPS.map(() => ({})));
    }
  });

  test('change with the payload schema without a change of the steps', async ({ call }) => {
    const made = await authorWorkflow(call, {
      steps: [{ name: 'Text', type: 'sms', controlValues: { body: '{{payload.orderID}}' } }],
    });
    expect(made.status).toBe('ACTIVE');
    const patch = (schema: object | null) =>
      call('PATCH', `/v2/workflows/${made._id}`, { body: { payloadSchema: schema } });
    expect(parsed(Workflow, await patch({ ...payloadSchema, additionalProperties: false })).status).toBe('ERROR');
    expect(parsed(Workflow, await patch(null)).status).toBe('ACTIVE');
  });

  test('can each be used to filter the list', async ({ call }) => {
    for (const step of broken) await authorWorkflow(call, { name: step.name, payloadSchema, steps: [step] });
    await authorWorkflow(call, { name: 'Fine', steps: [{ name: 'Own code', type: 'custom' }] });
    const names = async (issueType: string) => {
      const page = parsed(
        WorkflowPage,
        await call('GET', `/v2/workflows?issueType=${issueType}&orderBy=name&orderDirection=ASC`),
      );
      return page.workflows.map(({ name }) => name);
    };
    expect(await names('MISSING_VALUE')).toEqual(['Mail']);
    expect(await names('ILLEGAL_VARIABLE_IN_CONTROL_VALUE')).toEqual(['Mail']);
    expect(await names('INVALID_URL')).toEqual(['Note']);
    expect(await names('INVALID_FILTER_ARG_IN_VARIABLE')).toEqual(['Note']);
    expect(await names('TIER_LIMIT_EXCEEDED')).toEqual(['Wait']);
    expect(await names('MISSING_INTEGRATION')).toEqual(['Mail', 'Note']);
  });
});
