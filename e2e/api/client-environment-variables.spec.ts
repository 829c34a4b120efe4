import { expect } from '@playwright/test';
import { type Client, clientOf, type Errors, errorsIn, packages, type Version } from '#e2e/client/clients.ts';
import { test } from '#e2e/client/named-service.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';

test.describe.configure({ mode: 'default' });

for (const version of Object.keys(packages) as Version[]) {
  test.describe(`the official client ${version}`, () => {
    let client: Client;
    let errors: Errors;
    test.beforeEach(({ service, tenant }) => {
      client = clientOf(version, service.url, tenant.apiKey);
      errors = errorsIn(version);
    });

    test('creates, gets, lists, changes and deletes environment variables', async ({ tenant }) => {
      const { environmentId } = tenant;
      const variables = client.environmentVariables;
      const values = [{ environmentId, value: 'https://shop.example' }];
      const { result: made } = await variables.create({ key: 'BASE_URL', type: 'string', values });
      expect(made).toMatchObject({ key: 'BASE_URL', type: 'string', isSecret: false, values });
      expect((await variables.retrieve('BASE_URL')).result).toEqual(made);
      const secret = await variables.create({
        key: 'TOKEN',
        isSecret: true,
        values: [{ environmentId, value: 'token-1' }],
      });
      expect(secret.result).toMatchObject({ isSecret: true, values: [{ environmentId, value: CREDENTIAL_MASK }] });
      expect((await variables.list()).result.map(({ key }) => key)).toEqual(['BASE_URL', 'TOKEN']);
      expect((await variables.list('base')).result).toEqual([made]);
      const changed = await variables.update(
        { key: 'SHOP_URL', values: [{ environmentId, value: 'https://b.example' }] },
        'BASE_URL',
      );
      expect(changed.result).toMatchObject({ id: made.id, values: [{ environmentId, value: 'https://b.example' }] });
      await variables.delete('SHOP_URL');
      expect((await variables.list()).result.map(({ key }) => key)).toEqual(['TOKEN']);
      await expect(variables.retrieve('SHOP_URL')).rejects.toMatchObject({ statusCode: 404 });
    });

    test('lists the workflows that read a variable', async ({ tenant }) => {
      await client.environmentVariables.create({ key: 'SHOP' });
      const step = { type: 'sms', control_values: { body: 'See {{ env.SHOP }}' } };
      await createWorkflow(tenant, { name: 'Order shipped', identifier: 'order-shipped' }, [step]);
      const { result } = await client.environmentVariables.usage('SHOP');
      expect(result).toEqual({ workflows: [{ name: 'Order shipped', workflowId: 'order-shipped' }] });
    });

    test('receives the invalid fields', async () => {
      const failure = await client.environmentVariables.create({ key: 'no key' }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(errors.ValidationErrorDto);
      expect(failure).toMatchObject({ statusCode: 422, errors: { key: { messages: [expect.any(String)] } } });
    });
  });
}
