import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createLayout } from '#e2e/layouts.ts';
import { signedIn } from '#e2e/session.ts';
import { createTenant } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { newId } from '#lib/id.ts';
import { STEPS } from '#lib/steps/index.ts';
import { slugOf } from '#lib/text/slug.ts';
import { StepPreview } from '#lib/workflows/preview-schema.ts';

const preview = async (call: CallApi, path: string, body: object = {}) =>
  parsed(StepPreview, await call('POST', `/v2/workflows/${path}/preview`, { body }), 201);

const chat = (body: string) => ({ type: 'chat', step_id: 'chat', control_values: { body } });

test.describe('preview of a step', () => {
  test('is found by every name of workflow and step, and by both paths', async ({ call, tenant }) => {
    const id = await createWorkflow(tenant, { identifier: 'greet', name: 'Greet' }, [
      chat('Hi {{ subscriber.firstName }}'),
    ]);
    const { rows } = await database().query('SELECT id FROM workflow_steps WHERE workflow_id = $1', [id]);
    const stepIds = [rows[0].id, 'chat', slugOf('st', 'Step 0', rows[0].id)];
    for (const workflow of [id, 'greet', slugOf('wf', 'Greet', id)]) {
      for (const step of stepIds) {
        for (const word of ['step', 'steps']) {
          const { result } = await preview(call, `${workflow}/${word}/${step}`);
          expect(result).toEqual({ type: 'chat', preview: { body: 'Hi Jane' } });
        }
      }
    }
  });

  test('exists for every step type, even for an empty draft', async ({ call, tenant }) => {
    const types = Object.keys(STEPS);
    await createWorkflow(
      tenant,
      { identifier: 'all' },
      types.map((type) => ({ type, step_id: type, control_values: {} })),
    );
    for (const type of types) expect((await preview(call, `all/steps/${type}`)).result).toMatchObject({ type });
  });

  test('uses given controls instead of the stored ones, and stores nothing', async ({ call, tenant }) => {
    const id = await createWorkflow(tenant, {}, [chat('stored')]);
    const { result } = await preview(call, `${id}/steps/chat`, { controlValues: { body: 'given' } });
    expect(result.preview).toEqual({ body: 'given' });
    expect((await preview(call, `${id}/steps/chat`)).result.preview).toEqual({ body: 'stored' });
  });

  test('without a schema has a payload made from the templates’ variables, and given values take precedence', async ({
    call,
    tenant,
  }) => {
    const body =
      '{{ payload.order.id }} {% for item in payload.items %}{{ item.name }} {% endfor %}{{ payload.total | times: 2 }} {{ steps.collect.events[0].payload.who }} {{ steps.collect.eventCount }} {{ context.tenant.data.colour }} {{ subscriber.data.plan }} {{ workflow.name }}';
    const digest = {
      type: 'digest',
      step_id: 'collect',
      control_values: { type: 'regular', amount: 1, unit: 'hours' },
    };
    const id = await createWorkflow(tenant, { name: 'Order shipped' }, [digest, chat(body)]);
    const sample = await preview(call, `${id}/steps/chat`);
    expect(sample.result).toEqual({
      type: 'chat',
      preview: { body: 'id Jane Doe Jane Doe Jane Doe 39.8 who 3 colour plan Order shipped' },
    });
    expect(sample.previewPayloadExample).toMatchObject({
      subscriber: { firstName: 'Jane', data: { plan: 'plan' } },
      payload: {
        order: { id: 'id' },
        items: Array(3).fill({ name: 'Jane Doe' }),
        total: 19.9,
        who: 'who',
      },
      steps: { collect: { eventCount: 3, events: [{ payload: { who: 'who' } }, {}, {}] } },
      context: { tenant: { id: 'tenant', data: { colour: 'colour' } } },
    });
    expect(sample.schema).toHaveProperty('properties.steps.properties.collect.properties.eventCount');
    const given = await preview(call, `${id}/steps/chat`, {
      previewPayload: {
        payload: { order: { id: 'A-1' }, items: [{ name: 'Shoe' }] },
        subscriber: { data: { plan: 'pro' } },
        steps: { collect: { eventCount: 9 } },
        context: { tenant: { id: 'acme', data: { colour: 'teal' } } },
      },
    });
    expect(given.result.preview).toEqual({ body: 'A-1 Shoe 39.8 who 9 teal pro Order shipped' });
    expect(given.previewPayloadExample.payload).toMatchObject({
      order: { id: 'A-1' },
      items: [{ name: 'Shoe' }],
      total: 19.9,
    });
  });

  test('with a schema has an example of the schema as payload', async ({ call, tenant }) => {
    const payload_schema = {
      type: 'object',
      properties: {
        orderId: { type: 'string', examples: ['A-17'] },
        lines: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } },
      },
    };
    const id = await createWorkflow(tenant, { payload_schema }, [
      chat('{{ payload.orderId }} {{ payload.lines[0].title }} {{ payload.other }}'),
    ]);
    const { result, previewPayloadExample } = await preview(call, `${id}/steps/chat`);
    expect(result.preview).toEqual({ body: 'A-17 title ' });
    expect(previewPayloadExample.payload).toEqual({ orderId: 'A-17', lines: [{ title: 'title' }] });
  });

  test('accepts either ID of a subscriber; fields next to the ID take precedence; foreign ones are not found', async ({
    call,
    tenant,
  }) => {
    const id = await createWorkflow(tenant, {}, [
      chat('{{ subscriber.firstName }} {{ subscriber.lastName }} {{ subscriber.data.plan }}'),
    ]);
    const subscriberId = `ada-${newId()}`;
    await call('POST', '/v2/subscribers', {
      body: { subscriberId, firstName: 'Ada', lastName: 'King', data: { plan: 'pro' } },
    });
    const { rows } = await database().query('SELECT id FROM subscribers WHERE subscriber_id = $1', [subscriberId]);
    const bodyFor = async (subscriber: object, by = call) =>
      (await preview(by, `${id}/steps/chat`, { previewPayload: { subscriber } })).result.preview;
    expect(await bodyFor({ subscriberId })).toEqual({ body: 'Ada King pro' });
    expect(await bodyFor({ _id: rows[0].id })).toEqual({ body: 'Ada King pro' });
    expect(await bodyFor({ subscriberId, lastName: 'Lovelace', data: { plan: 'free' } })).toEqual({
      body: 'Ada Lovelace free',
    });
    expect(await bodyFor({ subscriberId: 'unknown' })).toEqual({ body: 'Jane Doe plan' });
    const other = await createTenant();
    await createWorkflow(other, { identifier: 'other' }, [chat('{{ subscriber.firstName }}')]);
    const answer = await preview(caller(`ApiKey ${other.apiKey}`), 'other/steps/chat', {
      previewPayload: { subscriber: { subscriberId } },
    });
    expect(answer.result.preview).toEqual({ body: 'Jane' });
    expect(JSON.stringify(answer)).not.toContain('Ada');
  });

  test('shows an email in its named layout, in the default one, or in none', async ({ call, tenant }) => {
    const bodyIn = (word: string) => ({
      controlValues: { email: { editorType: 'html', body: `<div>${word} {{ content }}</div>` } },
    });
    await createLayout(call, { ...bodyIn('default') });
    const named = await createLayout(call, { ...bodyIn('named') });
    const controls = { subject: 'Hi', body: '<p>Body &amp; {{ payload.name }}</p>', editorType: 'html' };
    const id = await createWorkflow(tenant, {}, [{ type: 'email', step_id: 'mail', control_values: controls }]);
    const shown = async (layoutId?: string | null) =>
      (
        await preview(call, `${id}/steps/mail`, {
          controlValues: { ...controls, ...(layoutId !== undefined && { layoutId }) },
        })
      ).result;
    expect((await shown()).preview).toMatchObject({
      subject: 'Hi',
      body: '<div>default <p>Body &amp; Jane Doe</p></div>',
      text: expect.stringContaining('Body & Jane Doe'),
    });
    expect((await shown(named.layoutId)).preview.body).toContain('named <p>');
    expect((await shown(null)).preview.body).toBe('<p>Body &amp; Jane Doe</p>');
    const gone = await shown('gone');
    expect(gone.preview.body).toBe('<p>Body &amp; Jane Doe</p>');
    expect(gone.error).toMatchObject({ control: 'layoutId', message: expect.stringContaining('"gone"') });
  });

  test('returns the error of a template, even of a hostile one', async ({ call, tenant }) => {
    const id = await createWorkflow(tenant, {}, [chat('x')]);
    const hostile = '{% for i in (1..100000) %}{% for j in (1..100000) %}{% endfor %}{% endfor %}';
    for (const [body, title] of [
      ['{{ payload.name | nope }}', 'body has an error in its Liquid'],
      ['{% if x %}', 'body has an error in its Liquid'],
      ['{% include "x" %}', 'body has an error in its Liquid'],
      [hostile, 'The step takes too long'],
    ]) {
      const { result } = await preview(call, `${id}/steps/chat`, { controlValues: { body } });
      expect(result.error).toEqual({
        title,
        message: expect.any(String),
        hint: expect.any(String),
        ...(body !== hostile && { control: 'body' }),
      });
    }
  });

  test('accepts controls of any shape without a failure', async ({ call, tenant }) => {
    const types = Object.keys(STEPS);
    await createWorkflow(
      tenant,
      { identifier: 'odd' },
      types.map((type) => ({ type, step_id: type, control_values: {} })),
    );
    const controlValues = {
      subject: 5,
      body: [],
      url: {},
      headers: 'x',
      data: 1,
      layoutId: 7,
      cron: [],
      editorType: 'md',
      custom: 'x',
      primaryAction: null,
    };
    for (const type of types) await preview(call, `odd/steps/${type}`, { controlValues });
  });

  test('missing workflows and steps are not found; malformed bodies are rejected', async ({ call, tenant }) => {
    const id = await createWorkflow(tenant, {}, [chat('x')]);
    assertError(await call('POST', '/v2/workflows/nowhere/steps/chat/preview', { body: {} }), 404, 'not found');
    assertError(await call('POST', `/v2/workflows/${id}/steps/nothing/preview`, { body: {} }), 404, 'not found');
    const other = await createTenant();
    assertError(
      await caller(`ApiKey ${other.apiKey}`)('POST', `/v2/workflows/${id}/steps/chat/preview`, { body: {} }),
      404,
      'of another tenant',
    );
    assertError(
      await call('POST', `/v2/workflows/${id}/steps/chat/preview`, { body: { controlValues: 'x' } }),
      422,
      'malformed',
    );
    assertError(
      await call('POST', `/v2/workflows/${id}/steps/chat/preview`, { body: { previewPayload: { payload: [] } } }),
      422,
      'malformed payload',
    );
  });

  test('is open to every role that may read workflows', async ({ tenant }) => {
    const id = await createWorkflow(tenant, {}, [chat('x')]);
    const { call } = await signedIn(tenant, 'support');
    expect((await preview(call, `${id}/steps/chat`)).result.preview).toEqual({ body: 'x' });
    assertError(
      await call('POST', `/v2/workflows/${id}/steps/chat/preview`, { body: {}, authorization: null }),
      401,
      'without a key',
    );
  });
});

test.describe('preview of a draft', () => {
  const draft = (body: string) => ({
    name: 'Draft',
    preferences: {},
    steps: [
      {
        name: 'Collect',
        stepId: 'collect',
        type: 'digest',
        controlValues: { type: 'regular', amount: 1, unit: 'hours' },
      },
      { name: 'Chat', stepId: 'chat', type: 'chat', controlValues: { body } },
    ],
  });
  const previewDraft = (call: CallApi, body: object) => call('POST', '/v2/workflow-drafts/preview', { body });

  test('renders an unsaved step with the steps before it', async ({ call }) => {
    const workflow = draft(
      '{{ steps.collect.eventCount | pluralize: "event" }} for {{ payload.name }} in {{ workflow.name }}',
    );
    const { result } = parsed(
      StepPreview,
      await previewDraft(call, { workflow, stepId: 'chat', previewPayload: { payload: { name: 'Ada' } } }),
      201,
    );
    expect(result).toEqual({ type: 'chat', preview: { body: '3 events for Ada in Draft' } });
    const { body } = await call<{ workflows: unknown[] }>('GET', '/v2/workflows');
    expect(body.workflows).toEqual([]);
  });

  test('rejects every draft that PUT rejects, and a step that the draft does not have', async ({ call }) => {
    assertError(await previewDraft(call, { workflow: { ...draft('x'), name: '' }, stepId: 'chat' }), 422, 'malformed');
    assertError(await previewDraft(call, { workflow: draft('x'), stepId: 'nothing' }), 404, 'not found');
  });
});
