import { authorWorkflow, publisherOf, putBody, stepBody, workflowBody } from '#e2e/authoring.ts';
import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createLayout } from '#e2e/layouts.ts';
import { newId } from '#lib/id.ts';
import { Workflow } from '#lib/workflows/schema.ts';
import { WorkflowVersionPage } from '#lib/workflows/version-schema.ts';

const FIELD = 'steps.0.controlValues.layoutId';

const mail = (layoutId?: string | null) => ({
  name: 'Mail',
  stepId: 'mail',
  type: 'email',
  controlValues: { subject: 'Hi', body: '<p>Hello</p>', editorType: 'html', layoutId },
});

const layoutOf = ({ steps }: Workflow) => steps[0]?.controlValues?.layoutId;

test('a step can name a layout of its environment in any form, the default one, or none', async ({ call, tenant }) => {
  const { _id, layoutId, slug } = await createLayout(call);
  const made = await authorWorkflow(call);
  for (const name of [_id, _id.toUpperCase(), layoutId, slug, '', null, undefined]) {
    expect(layoutOf(await authorWorkflow(call, { steps: [mail(name)] }))).toBe(name);
    const body = putBody(made, { steps: [mail(name)] });
    expect(layoutOf(parsed(Workflow, await call('PUT', `/v2/workflows/${made._id}`, { body })))).toBe(name);
  }
  const elsewhere = await createLayout(caller(`ApiKey ${tenant.productionApiKey}`));
  for (const name of ['nope', newId(), 'x_ly_0000000000000001', elsewhere._id, elsewhere.layoutId, elsewhere.slug]) {
    const text = { name: 'Text', type: 'sms', controlValues: { body: 'x', layoutId: name } };
    const steps = [mail(name), text, { ...mail(name), stepId: 'other' }];
    const fields = [FIELD, 'steps.2.controlValues.layoutId'];
    const answers = [
      await call('POST', '/v2/workflows', { body: workflowBody({ steps }) }),
      await call('PUT', `/v2/workflows/${made._id}`, { body: putBody(made, { steps }) }),
    ];
    for (const answer of answers) {
      const { errors } = assertError(answer, 422, name, fields);
      expect(errors?.[FIELD]?.messages).toEqual(['names no layout of this environment']);
    }
    const draft = await call('POST', '/v2/workflow-drafts/analyse', { body: putBody(made, { steps }) });
    expect(layoutOf(parsed(Workflow, draft))).toBe(name);
  }
});

test('a step keeps the name of a deleted layout, but no other step can use the name', async ({ call }) => {
  const made = await authorWorkflow(call, { steps: [mail()] });
  await database().query(
    `UPDATE workflow_steps SET control_values = control_values || '{"layoutId":"gone"}' WHERE workflow_id = $1`,
    [made._id],
  );
  const at = `/v2/workflows/${made._id}`;
  const [step] = parsed(Workflow, await call('GET', at)).steps.map(stepBody);
  const subject = { ...step, controlValues: { ...step?.controlValues, subject: 'New' } };
  const kept = parsed(Workflow, await call('PUT', at, { body: putBody(made, { steps: [subject] }) }));
  expect(kept.steps[0]?.controlValues).toMatchObject({ layoutId: 'gone', subject: 'New' });
  const renamed = parsed(Workflow, await call('PATCH', at, { body: { name: 'Renamed' } }));
  expect([renamed.name, layoutOf(renamed)]).toEqual(['Renamed', 'gone']);
  const steps = [subject, { ...mail('gone'), stepId: 'second' }];
  assertError(await call('PUT', at, { body: putBody(made, { steps }) }), 422, 'a second step', [
    'steps.1.controlValues.layoutId',
  ]);
  assertError(await call('PUT', at, { body: putBody(made, { steps: [mail('other')] }) }), 422, 'another name', [FIELD]);
  const { message } = assertError(await call('POST', `${at}/duplicate`, { body: {} }), 422, 'duplicate', [FIELD]);
  expect(message).toContain('no layout "gone"');
});

test('a version is not restored without the layout that it names', async ({ call }) => {
  await createLayout(call);
  const layout = await createLayout(call, { layoutId: 'letter' });
  const made = await authorWorkflow(call, { steps: [mail('letter')] });
  const at = `/v2/workflows/${made._id}`;
  parsed(Workflow, await call('PUT', at, { body: putBody(made, { steps: [mail(null)] }) }));
  expect((await call('DELETE', `/v2/layouts/${layout._id}`)).status).toBe(204);
  const { message } = assertError(await call('POST', `${at}/versions/1/restore`), 422, 'gone', [FIELD]);
  expect(message).toBe('The environment has no layout "letter". Copy or create it there first.');
  expect(parsed(WorkflowVersionPage, await call('GET', `${at}/versions`)).data).toHaveLength(2);
  await createLayout(call, { layoutId: 'letter' });
  expect(layoutOf(parsed(Workflow, await call('POST', `${at}/versions/1/restore`)))).toBe('letter');
});

test('a workflow is copied only to an environment with its layout', async ({ call, tenant }) => {
  const there = caller(`ApiKey ${tenant.productionApiKey}`);
  const { _id } = await createLayout(call, { layoutId: 'letter' });
  const made = await authorWorkflow(call, { steps: [mail('letter')] });
  const at = `/v2/workflows/${made._id}`;
  const publisher = await publisherOf(tenant.environmentId);
  const copy = () => publisher('PUT', `${at}/sync`, { body: { targetEnvironmentId: tenant.productionId } });
  expect(assertError(await copy(), 422, 'new there', [FIELD]).message).toContain('no layout "letter"');
  assertError(await there('GET', `/v2/workflows/${made.workflowId}`), 404, 'nothing is left there');
  await createLayout(there, { layoutId: 'letter' });
  expect(layoutOf(parsed(Workflow, await copy()))).toBe('letter');

  parsed(Workflow, await call('PUT', at, { body: putBody(made, { steps: [mail(_id)] }) }));
  const { message } = assertError(await copy(), 422, 'an id of here', [FIELD]);
  expect(message).toContain('name it by its identifier');
  expect(layoutOf(parsed(Workflow, await there('GET', `/v2/workflows/${made.workflowId}`)))).toBe('letter');
});
