import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { type Client, clientOf, packages, type Version } from '#e2e/client/clients.ts';
import { test } from '#e2e/client/named-service.ts';
import { TEN_STEPS } from '#e2e/ten-steps.ts';

test.describe.configure({ mode: 'default' });

for (const version of Object.keys(packages) as Version[]) {
  test.describe(`the official client ${version}`, () => {
    let client: Client;
    let workflowId: string;
    test.beforeEach(async ({ service, tenant }) => {
      client = clientOf(version, service.url, tenant.apiKey);
      workflowId = `preview-${randomBytes(6).toString('hex')}`;
      const steps = TEN_STEPS as unknown as Parameters<Client['workflows']['create']>[0]['steps'];
      await client.workflows.create({ name: 'Preview', workflowId, steps });
    });

    test('previews a step of every type', async () => {
      const { result: workflow } = await client.workflows.get(workflowId);
      expect(workflow.steps.map(({ type }) => type).sort()).toEqual(TEN_STEPS.map(({ type }) => type).sort());
      for (const { stepId, type } of workflow.steps) {
        const { result } = await client.workflows.steps.generatePreview({
          workflowId,
          stepId,
          generatePreviewRequestDto: {},
        });
        expect(result.result).toMatchObject({ type, preview: expect.any(Object) });
        expect(result.result).not.toHaveProperty('error');
        expect(result.previewPayloadExample.subscriber).toMatchObject({ firstName: 'Jane' });
      }
    });

    test('sends custom values, and reads errors', async () => {
      const { result: workflow } = await client.workflows.get(workflowId);
      const stepId = workflow.steps.find(({ type }) => type === 'chat')?.stepId ?? '';
      const of = async (body: string) =>
        (
          await client.workflows.steps.generatePreview({
            workflowId,
            stepId,
            generatePreviewRequestDto: {
              controlValues: { body },
              previewPayload: {
                payload: { who: 'Ada' },
                subscriber: { firstName: 'Omar' },
                context: { tenant: 'acme' },
              },
            },
          })
        ).result;
      const shown = await of('{{ payload.who }} {{ subscriber.firstName }} {{ context.tenant.id }}');
      expect(shown.result).toEqual({ type: 'chat', preview: { body: 'Ada Omar acme' } });
      expect(shown.previewPayloadExample).toMatchObject({ payload: { who: 'Ada' }, subscriber: { firstName: 'Omar' } });
      const failed = await of('{{ payload.who | nope }}');
      expect(failed.result).toMatchObject({
        error: { title: expect.any(String), message: expect.stringContaining('nope'), hint: expect.any(String) },
      });
    });
  });
}
