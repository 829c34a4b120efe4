import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { PROVIDER_IDS } from './ids.ts';
import { fromWireName, NEUTRAL_NAMES, serviceName, setServiceName, toWireName } from './service-name.ts';
import { wireCodec, wireEnum } from './wire-enum.ts';

afterEach(() => setServiceName('svc'));

test('names are translated both ways, and other texts stay unchanged', () => {
  setServiceName('acme');
  expect(serviceName()).toBe('acme');
  expect(NEUTRAL_NAMES.map(toWireName)).toEqual([
    'acme-email',
    'acme-email-agent',
    'acme-sms',
    'acme',
    'acme-slack',
    'acme-anthropic',
    'acme-cloud',
    'acme-cloud-v1',
  ]);
  for (const id of PROVIDER_IDS) expect(fromWireName(toWireName(id))).toBe(id);
  for (const id of ['slack', 'svcx', 'acme-unknown', '', '__proto__']) {
    expect(toWireName(id)).toBe(id);
    expect(fromWireName(id)).toBe(id);
  }
});

test('the default name is neutral', () => {
  for (const id of NEUTRAL_NAMES) expect(toWireName(id)).toBe(id);
});

test('a malformed name, or one that forms the identifier of a vendor, is rejected', () => {
  for (const name of ['', 'A', 'a', '1ab', 'a-b', 'abcdefghijklmnopq', 'brevo', 'infobip', 'fcm', 'azure']) {
    expect(() => setServiceName(name)).toThrow(/SERVICE_NAME/);
  }
  expect(serviceName()).toBe('svc');
});

test('schemas use the name that is set at their first use', () => {
  const response = wireEnum(['slack', 'svc-slack']);
  const request = wireCodec(['slack', 'svc-slack']);
  setServiceName('acme');
  expect(response.safeParse('acme-slack').success).toBe(true);
  expect(response.safeParse('svc-slack').success).toBe(false);
  expect(request.parse('acme-slack')).toBe('svc-slack');
  expect(request.parse('slack')).toBe('slack');
  for (const bad of ['svc-slack', 'nope', '', null, 1]) expect(request.safeParse(bad).success).toBe(false);
  expect(z.toJSONSchema(request, { io: 'input' })).toMatchObject({ type: 'string', enum: ['slack', 'acme-slack'] });
  expect(z.toJSONSchema(response)).toMatchObject({ type: 'string', enum: ['slack', 'acme-slack'] });
});

test('the shared schemas follow the name', async () => {
  vi.resetModules();
  const name = await import('./service-name.ts');
  name.setServiceName('acme');
  const { ProviderId, SubscriberChannelProviderIdInput } = await import('./provider-id.ts');
  const { WorkflowOrigin } = await import('#lib/workflows/origin.ts');
  expect(ProviderId.safeParse('acme').success).toBe(true);
  expect(ProviderId.safeParse('svc').success).toBe(false);
  expect(SubscriberChannelProviderIdInput.parse('acme-slack')).toBe('svc-slack');
  expect(WorkflowOrigin.safeParse('acme-cloud-v1').success).toBe(true);
});
