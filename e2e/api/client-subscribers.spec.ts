import { expect } from '@playwright/test';
import { type Client, clientOf, type Errors, errorsIn, packages, type Version } from '#e2e/client/clients.ts';
import { test } from '#e2e/client/named-service.ts';
import { createIntegration, createSubscribers } from '#e2e/rows.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';

test.describe.configure({ mode: 'default' });

for (const version of Object.keys(packages) as Version[]) {
  test.describe(`the official client ${version}`, () => {
    let client: Client;
    let errors: Errors;
    test.beforeEach(({ service, tenant }) => {
      client = clientOf(version, service.url, tenant.apiKey);
      errors = errorsIn(version);
    });

    test('patches, deletes and creates subscribers in bulk', async ({ tenant }) => {
      await createSubscribers(tenant, 2);
      const { result: patched } = await client.subscribers.patch({ firstName: 'Ann', data: { plan: 'plus' } }, 's0');
      expect(patched).toMatchObject({ subscriberId: 's0', firstName: 'Ann', data: { plan: 'plus' } });
      const { result: bulk } = await client.subscribers.createBulk({
        subscribers: [{ subscriberId: 'new', email: 'new@example.com' }, { subscriberId: 's1' }, { subscriberId: ' ' }],
      });
      expect(bulk).toMatchObject({
        created: [{ subscriberId: 'new' }],
        updated: [{ subscriberId: 's1' }],
        failed: [{ subscriberId: ' ' }],
      });
      const { result: gone } = await client.subscribers.delete('new');
      expect(gone).toEqual({ acknowledged: true, status: 'deleted' });
      const { ErrorDto, ValidationErrorDto } = errors;
      await expect(client.subscribers.patch({ firstName: 'x' }, 'new')).rejects.toBeInstanceOf(ErrorDto);
      await expect(client.subscribers.patch({ email: 'x' }, 's0')).rejects.toBeInstanceOf(ValidationErrorDto);
      await expect(client.subscribers.delete('new')).rejects.toBeInstanceOf(ErrorDto);
      await expect(client.subscribers.createBulk({ subscribers: [] })).rejects.toBeInstanceOf(ValidationErrorDto);
    });

    test('appends and deletes credentials, and sets the online status', async ({ tenant }) => {
      await createSubscribers(tenant, 1);
      await createIntegration(tenant, { provider_id: 'fcm', channel: 'push' });
      const body = (token: string) => ({ providerId: 'fcm' as const, credentials: { deviceTokens: [token] } });
      await client.subscribers.credentials.append(body('a'), 's0');
      const { result: appended } = await client.subscribers.credentials.append(body('b'), 's0');
      expect(appended.channels?.[0]?.credentials.deviceTokens).toEqual(['a', 'b']);
      await client.subscribers.credentials.delete('s0', 'fcm');
      expect((await client.subscribers.retrieve('s0')).result.channels).toEqual([]);
      const { result: online } = await client.subscribers.properties.updateOnlineFlag({ isOnline: true }, 's0');
      expect(online.isOnline).toBe(true);
      const { ErrorDto, ValidationErrorDto } = errors;
      await expect(client.subscribers.credentials.append(body('a'), 'unknown')).rejects.toBeInstanceOf(ErrorDto);
      await expect(client.subscribers.credentials.delete('unknown', 'fcm')).rejects.toBeInstanceOf(ErrorDto);
      await expect(client.subscribers.credentials.delete('s0', 'pigeon')).rejects.toBeInstanceOf(ValidationErrorDto);
      const unknown = client.subscribers.properties.updateOnlineFlag({ isOnline: true }, 'unknown');
      await expect(unknown).rejects.toBeInstanceOf(ErrorDto);
    });

    test('sets a schedule', async ({ tenant }) => {
      await createSubscribers(tenant, 1);
      await createWorkflow(tenant, { identifier: 'hello' });
      const hours = [{ start: '09:00 AM', end: '05:00 PM' }];
      const schedule = { isEnabled: true, weeklySchedule: { friday: { isEnabled: true, hours } } };
      const { result } = await client.subscribers.preferences.update({ schedule }, 's0');
      expect(result.global.schedule).toEqual(schedule);
      expect((await client.subscribers.preferences.list({ subscriberId: 's0' })).result.global.schedule).toEqual(
        schedule,
      );
      const wrong = {
        isEnabled: true,
        weeklySchedule: { friday: { isEnabled: true, hours: [{ start: '', end: '' }] } },
      };
      await expect(client.subscribers.preferences.update({ schedule: wrong }, 's0')).rejects.toBeInstanceOf(
        errors.ValidationErrorDto,
      );
    });

    test('creates, lists, gets, changes and deletes contexts', async () => {
      const { contexts } = client;
      const { result: made } = await contexts.create({ type: 'tenant', id: 'acme', data: { plan: 'plus' } });
      expect(made).toMatchObject({ type: 'tenant', id: 'acme', data: { plan: 'plus' } });
      expect((await contexts.retrieve('acme', 'tenant')).result).toEqual(made);
      const { result: page } = await contexts.list({ limit: 5, search: 'acm' });
      expect(page).toMatchObject({ data: [made], totalCount: 1, next: null });
      const change = { id: 'acme', type: 'tenant', updateContextRequestDto: { data: { seats: 3 } } };
      expect((await contexts.update(change)).result.data).toEqual({ seats: 3 });
      const { ErrorDto, ValidationErrorDto } = errors;
      await expect(contexts.create({ type: 'tenant', id: 'acme' })).rejects.toBeInstanceOf(ErrorDto);
      await expect(contexts.create({ type: '', id: 'x' })).rejects.toBeInstanceOf(ValidationErrorDto);
      await contexts.delete('acme', 'tenant');
      await expect(contexts.retrieve('acme', 'tenant')).rejects.toBeInstanceOf(ErrorDto);
      await expect(contexts.update(change)).rejects.toBeInstanceOf(ErrorDto);
      await expect(contexts.delete('acme', 'tenant')).rejects.toBeInstanceOf(ErrorDto);
    });
  });
}
