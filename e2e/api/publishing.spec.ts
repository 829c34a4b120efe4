import { authorWorkflow, publisherOf } from '#e2e/authoring.ts';
import { assertError } from '#e2e/error-answer.ts';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createLayout } from '#e2e/layouts.ts';
import { signedIn } from '#e2e/session.ts';
import { createTenant } from '#e2e/tenant.ts';
import { newId } from '#lib/id.ts';
import { EnvironmentDiff, PublishResult, UndoResult } from '#lib/publishing/schema.ts';
import { Workflow } from '#lib/workflows/schema.ts';

const at = (environmentId: string, operation: string) => `/v2/environments/${environmentId}/${operation}`;

test('people who may change workflows, and keys with the right to publish, can publish', async ({ tenant, call }) => {
  const { environmentId, productionId } = tenant;
  const made = await authorWorkflow(call);
  const elsewhere = await createTenant();
  const support = await signedIn(tenant, 'support');
  const developer = await signedIn(tenant, 'developer');
  const key = await publisherOf(environmentId);
  for (const [who, diff, publish] of [
    [call, 403, 403],
    [await publisherOf(elsewhere.environmentId), 404, 404],
    [support.call, 200, 403],
    [key, 200, 200],
    [developer.call, 200, 200],
  ] as const) {
    expect((await who('POST', at(productionId, 'diff'), { body: {} })).status).toBe(diff);
    expect((await who('POST', at(productionId, 'publish'), { body: { dryRun: true } })).status).toBe(publish);
  }
  for (const who of [key, developer.call]) {
    assertError(await who('POST', at(elsewhere.productionId, 'diff'), { body: {} }), 404, 'another organization');
    for (const operation of ['diff', 'publish']) {
      const given = (sourceEnvironmentId: string) => ({ body: { sourceEnvironmentId } });
      const path = at(productionId, operation);
      assertError(await who('POST', path, given(elsewhere.environmentId)), 403, 'a source elsewhere');
      assertError(await who('POST', path, given(newId())), 403, 'no source');
      assertError(await who('POST', path, given(productionId)), 422, 'itself', ['sourceEnvironmentId']);
    }
  }
  const there = caller(`ApiKey ${tenant.productionApiKey}`);
  assertError(await there('GET', `/v2/workflows/${made.workflowId}`), 404, 'nothing was published');
});

test('a workflow is compared, published, and taken back', async ({ tenant, call }) => {
  const made = await authorWorkflow(call);
  const { productionId } = tenant;
  const developer = await signedIn(tenant, 'developer');
  const diff = async () =>
    parsed(EnvironmentDiff, await developer.call('POST', at(productionId, 'diff'), { body: {} }));
  expect((await diff()).resources).toMatchObject([
    { status: 'new', sourceResource: { id: made.workflowId }, targetResource: null, activeAfter: false },
  ]);
  const resources = [{ resourceType: 'REGULAR', resourceId: made._id }];
  const body = { resources };
  const result = parsed(PublishResult, await developer.call('POST', at(productionId, 'publish'), { body }));
  expect(result.results[0]?.successful).toMatchObject([{ resourceId: made.workflowId, action: 'created' }]);
  const there = caller(`ApiKey ${tenant.productionApiKey}`);
  const copy = parsed(Workflow, await there('GET', `/v2/workflows/${made.workflowId}`));
  expect(copy).toMatchObject({ name: made.name, active: false, lastPublishedBy: { _id: developer.userId } });
  expect((await diff()).resources).toMatchObject([{ status: 'same' }]);
  const undo = at(productionId, `publications/${result.publicationId}/undo`);
  assertError(await there('POST', undo), 401, 'an API key');
  const undone = parsed(UndoResult, await developer.call('POST', undo));
  expect(undone).toEqual({
    undone: [{ type: 'workflow', id: made.workflowId, name: made.name, action: 'deleted' }],
    refused: [],
  });
  assertError(await there('GET', `/v2/workflows/${made.workflowId}`), 404, 'it is gone');
  assertError(await developer.call('POST', undo), 400, 'twice');
});

test('layouts that a publication created are all taken back, including the first, which became the default', async ({
  tenant,
  call,
}) => {
  const { productionId, productionApiKey } = tenant;
  const developer = await signedIn(tenant, 'developer');
  const resources: unknown[] = [];
  for (const name of ['House', 'Receipts', 'Alerts']) {
    const { layoutId } = await createLayout(call, { name });
    const controlValues = { subject: 'Hi', body: '<p>Hello</p>', editorType: 'html', layoutId };
    const made = await authorWorkflow(call, { steps: [{ name: 'Mail', type: 'email', controlValues }] });
    resources.push({ resourceType: 'REGULAR', resourceId: made._id });
  }
  const answer = await developer.call('POST', at(productionId, 'publish'), { body: { resources } });
  const { publicationId } = parsed(PublishResult, answer);
  const undone = await developer.call('POST', at(productionId, `publications/${publicationId}/undo`));
  expect(parsed(UndoResult, undone).refused).toEqual([]);
  const there = caller(`ApiKey ${productionApiKey}`);
  expect((await there('GET', '/v2/layouts')).body).toMatchObject({ totalCount: 0 });
});
