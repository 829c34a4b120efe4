import { expect } from '@playwright/test';
import { clientOf, errorsIn, packages, type Version } from '#e2e/client/clients.ts';
import { test } from '#e2e/client/named-service.ts';
import { createApiKey } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';

test.describe.configure({ mode: 'default' });

for (const version of Object.keys(packages) as Version[]) {
  test(`the official client ${version} compares and publishes environments`, async ({ service, tenant }) => {
    const key = await createApiKey(tenant.environmentId, { can_publish: true });
    const { environments } = clientOf(version, service.url, key);
    await createWorkflow(tenant, { identifier: 'order', name: 'Order' }, [
      { type: 'sms', control_values: { body: 'Hi' } },
    ]);
    const { environmentId: sourceEnvironmentId, productionId } = tenant;
    const { result: diff } = await environments.diff({ sourceEnvironmentId }, productionId);
    expect(diff).toMatchObject({
      ...{ sourceEnvironmentId, targetEnvironmentId: productionId },
      summary: { totalEntities: 1, totalChanges: 2, hasChanges: true },
      resources: [
        {
          resourceType: 'REGULAR',
          sourceResource: { id: 'order', name: 'Order' },
          changes: [{ action: 'added' }, { action: 'added', stepType: 'sms', newIndex: 0 }],
          summary: { added: 2, modified: 0, deleted: 0, unchanged: 0 },
        },
      ],
    });
    const dry = await environments.publish({ sourceEnvironmentId, dryRun: true }, productionId);
    const done = await environments.publish(
      { sourceEnvironmentId, resources: [{ resourceType: 'REGULAR', resourceId: 'order' }] },
      productionId,
    );
    expect(done.result).toEqual(dry.result);
    expect(done.result).toMatchObject({
      summary: { resources: 1, successful: 1, failed: 0, skipped: 0 },
      results: [{ successful: [{ resourceType: 'REGULAR', resourceId: 'order', action: 'created' }] }],
    });
    const again = await environments.publish({}, productionId);
    expect(again.result.results[0]?.skipped).toMatchObject([{ resourceId: 'order', reason: expect.any(String) }]);
    const { result: same } = await environments.diff({}, productionId);
    expect(same.resources[0]).toMatchObject({ changes: [], summary: { unchanged: 1 } });
    const plain = clientOf(version, service.url, tenant.apiKey);
    await expect(plain.environments.diff({}, productionId)).rejects.toBeInstanceOf(errorsIn(version).ErrorDto);
  });
}
