import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import {
  type Client,
  clientOf,
  type Errors,
  errorsIn,
  ORIGIN_NAME,
  packages,
  type Version,
} from '#e2e/client/clients.ts';
import { test } from '#e2e/client/demo-service.ts';

test.describe.configure({ mode: 'default' });

const condition = {
  isNegated: false,
  type: 'GROUP',
  value: 'AND',
  children: [{ on: 'subscriber', field: 'locale', operator: 'IN', value: 'de_DE,de_AT' }],
} as const;

for (const version of Object.keys(packages) as Version[]) {
  test.describe(`the official client ${version}`, () => {
    let client: Client;
    let errors: Errors;
    let environmentId: string;
    test.beforeAll(async ({ service }) => {
      client = clientOf(version, service.url, service.apiKey);
      errors = errorsIn(version);
      const { result } = await client.environments.list();
      environmentId = result[0]?.id ?? '';
    });
    const tag = () => randomBytes(4).toString('hex');

    test('creates, lists, updates and deletes an integration with everything a body can have', async ({ service }) => {
      const identifier = `mail-${tag()}`;
      const { result: made } = await client.integrations.create({
        name: 'Client mail',
        identifier,
        environmentId,
        providerId: 'sendgrid',
        channel: 'email',
        kind: 'delivery',
        credentials: { apiKey: 'SG.client-secret', from: 'a@shop.example', senderName: 'Shop', ipPoolName: 'one' },
        active: true,
        check: false,
        conditions: [{ ...condition, children: [...condition.children] }],
        configurations: {},
      });
      expect(made).toMatchObject({
        name: 'Client mail',
        identifier,
        environmentId,
        providerId: 'sendgrid',
        channel: 'email',
        active: true,
        deleted: false,
        primary: false,
        conditions: [condition],
      });
      expect(made.credentials, 'an API key never sees them').toBeUndefined();
      const id = made.id ?? '';

      const { result: changed } = await client.integrations.update(
        {
          name: 'Client mail, changed',
          active: false,
          conditions: [],
          check: true,
          credentials: { apiKey: 'SG.other' },
        },
        id,
      );
      expect(changed).toMatchObject({ id, identifier, name: 'Client mail, changed', active: false, conditions: [] });
      const { result: listed } = await client.integrations.list();
      expect(listed.find((each) => each.id === id)).toEqual(changed);
      const { result: active } = await client.integrations.listActive();
      expect(active.map((each) => each.id)).not.toContain(id);
      const { rows } = await service.database.query('SELECT credentials::text FROM integrations WHERE id = $1', [id]);
      expect(rows[0].credentials).not.toMatch(/SG\.(client-secret|other)/);

      const { result: rest } = await client.integrations.delete(id);
      expect(rest.map((each) => each.id)).not.toContain(id);
      expect(rest.map((each) => each.id).sort()).toEqual(
        listed
          .map((each) => each.id)
          .filter((each) => each !== id)
          .sort(),
      );
    });

    test('creates an integration of each provider of the interface, including the service’s own', async () => {
      const providers = [
        ['twilio', 'sms', { accountSid: 'AC1', token: 't', from: '+49151' }],
        [
          'nodemailer',
          'email',
          {
            host: 'h',
            port: '25',
            secure: true,
            tlsOptions: { minVersion: 'TLSv1.2' },
            from: 'a@example.com',
            senderName: 'b',
          },
        ],
        ['fcm', 'push', { serviceAccount: '{}' }],
        ['appio', 'push', { appIOBaseUrl: 'https://push.example' }],
        ['slack', 'chat', { applicationId: 'a', clientId: 'c', secretKey: 's', signingSecret: 'x', hmac: true }],
        [ORIGIN_NAME, 'in_app', { hmac: true }],
        [`${ORIGIN_NAME}-email`, 'email', {}],
        [`${ORIGIN_NAME}-sms`, 'sms', {}],
        [`${ORIGIN_NAME}-slack`, 'chat', {}],
      ] as const;
      for (const [providerId, channel, credentials] of providers) {
        const { result } = await client.integrations.create({ providerId, channel, credentials, active: true });
        expect(result, providerId).toMatchObject({ providerId, channel, active: true });
        await client.integrations.delete(result.id ?? '');
      }
      const credentials = { apiKey: 'sk' };
      const { result: agent } = await client.integrations.create({
        providerId: 'anthropic',
        kind: 'agent',
        credentials,
      });
      expect(agent).toMatchObject({ providerId: 'anthropic', kind: 'agent', primary: false });
      expect(agent.channel).toBeUndefined();
      await client.integrations.delete(agent.id ?? '');
    });

    test('sees the primary mark after create, set primary, deactivate and delete', async () => {
      const primaryOf = async () => {
        const { result } = await client.integrations.list();
        return result.filter(({ channel, primary }) => channel === 'email' && primary).map(({ id }) => id);
      };
      const before = await primaryOf();
      const body = { providerId: 'ses', channel: 'email' } as const;
      const credentials = { apiKey: 'k', secretKey: 's', region: 'eu-west-1', from: 'a@b.example', senderName: 'A' };
      const { result: first } = await client.integrations.create({ ...body, credentials, active: true });
      await client.integrations.setAsPrimary(first.id ?? '');
      const { result: second } = await client.integrations.create({ ...body, credentials, active: true });
      expect(await primaryOf(), 'the primary one stays').toEqual([first.id]);
      const id = second.id ?? '';
      expect((await client.integrations.setAsPrimary(id)).result.primary).toBe(true);
      expect(await primaryOf()).toEqual([id]);
      expect((await client.integrations.update({ active: false }, id)).result).toMatchObject({ primary: false });
      expect(await primaryOf()).toEqual([]);
      expect((await client.integrations.update({ active: true }, id)).result).toMatchObject({ primary: true });
      await client.integrations.delete(id);
      expect(await primaryOf(), 'no integration inherits it').toEqual([]);
      await client.integrations.delete(first.id ?? '');
      for (const each of before) await client.integrations.setAsPrimary(each ?? '');
    });

    test('understands validation errors, and does not retry after them', async () => {
      const identifier = `taken-${tag()}`;
      const body = { providerId: 'postmark', channel: 'email', identifier } as const;
      const { result } = await client.integrations.create(body);
      const cases: [() => Promise<unknown>, new (...given: never[]) => Error, number][] = [
        [() => client.integrations.create(body), errors.ValidationErrorDto, 422],
        [() => client.integrations.create({ providerId: 'carrier-pigeon' }), errors.ValidationErrorDto, 422],
        [() => client.integrations.create({ ...body, channel: 'sms' }), errors.ValidationErrorDto, 422],
        [
          () => client.integrations.create({ ...body, identifier: undefined, active: true }),
          errors.ValidationErrorDto,
          422,
        ],
        [() => client.integrations.create({ ...body, environmentId: '0'.repeat(24) }), errors.ErrorDto, 403],
        [() => client.integrations.update({ name: '' }, result.id ?? ''), errors.ValidationErrorDto, 422],
        // The client has no types for these two errors.
        [() => client.integrations.update({ name: 'x' }, '0'.repeat(24)), Error, 404],
        [() => client.integrations.delete('0'.repeat(24)), Error, 404],
        [() => client.integrations.delete('nonsense'), errors.ValidationErrorDto, 422],
      ];
      for (const [n, [call, kind, statusCode]] of cases.entries()) {
        const error = await call().catch((error) => error);
        expect(error, `case ${n}`).toBeInstanceOf(kind);
        expect(error, `case ${n}`).toMatchObject({ statusCode });
      }
      await client.integrations.delete(result.id ?? '');
    });
  });
}
