import { newId } from '#lib/id.ts';
import type { Base, IntegrationRow, JsonObject } from './rows.ts';

/** The integrations, by the short names that the demo uses. */
export type Integrations = Record<keyof typeof ACCOUNTS, IntegrationRow>;

interface Account extends Pick<IntegrationRow, 'name' | 'identifier' | 'provider_id' | 'channel'> {
  ageDays: number;
  credentials: JsonObject;
  changes?: Partial<IntegrationRow>;
}

const PRIVATE_KEY = '-----BEGIN PRIVATE KEY-----\\nMIIEvDemoOnlyNotARealKeyFennelOak\\n-----END PRIVATE KEY-----\\n';

const ACCOUNTS = {
  postmark: {
    name: 'Postmark (orders)',
    identifier: 'postmark-orders',
    provider_id: 'postmark',
    channel: 'email',
    ageDays: 410,
    credentials: {
      apiKey: '5c1d7e0a-demo-4e1b-9f63-2b7a90c4d8e1',
      from: 'orders@fennelandoak.example',
      senderName: 'Fennel & Oak',
    },
    changes: {
      primary: true,
      priority: 2,
      configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'whsec_demo_postmark_7Qm2vX' },
    },
  },
  sendgrid: {
    name: 'SendGrid (newsletters)',
    identifier: 'sendgrid-newsletters',
    provider_id: 'sendgrid',
    channel: 'email',
    ageDays: 388,
    credentials: {
      apiKey: 'SG.demo.9tHkVw3QeZr5uYb1xLc8Nf',
      ipPoolName: 'newsletters',
      from: 'hello@news.fennelandoak.example',
      senderName: 'Fennel & Oak Journal',
    },
    changes: {
      priority: 1,
      configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'MFkwEwYHKoZIdemoSendgridSigningKey' },
    },
  },
  twilio: {
    name: 'Twilio',
    identifier: 'twilio-main',
    provider_id: 'twilio',
    channel: 'sms',
    ageDays: 405,
    credentials: { accountSid: 'ACdemo5f0c2e9b7a41d8863e', token: 'demo-2f7c9b1e4a6d8035', from: '+447700900123' },
    changes: { primary: true, priority: 2 },
  },
  messagebird: {
    name: 'MessageBird (Germany, Austria, Switzerland)',
    identifier: 'messagebird-dach',
    provider_id: 'messagebird',
    channel: 'sms',
    ageDays: 190,
    credentials: { accessKey: 'demo_live_Yk3pR8sT1vWq6', from: 'FennelOak' },
    changes: {
      priority: 1,
      conditions: [
        {
          isNegated: false,
          type: 'GROUP',
          value: 'AND',
          children: [
            { on: 'subscriber', field: 'locale', operator: 'IN', value: 'de_DE,de_AT,de_CH' },
            { on: 'payload', field: 'testRun', operator: 'NOT_EQUAL', value: 'true' },
          ],
        },
      ],
    },
  },
  slack: {
    name: 'Slack',
    identifier: 'slack-trade',
    provider_id: 'slack',
    channel: 'chat',
    ageDays: 300,
    credentials: {
      applicationId: 'A0DEMO4FOAK',
      clientId: '4418.demo.20931',
      secretKey: 'demo8e21c7f04b9d',
      signingSecret: 'demo-signing-1a9f44c0',
      redirectUrl: 'https://trade.fennelandoak.example/connect/slack',
    },
  },
  discord: {
    name: 'Discord',
    identifier: 'discord-community',
    provider_id: 'discord',
    channel: 'chat',
    ageDays: 210,
    credentials: {},
  },
  msteams: {
    name: 'Microsoft Teams',
    identifier: 'msteams-trade',
    provider_id: 'msteams',
    channel: 'chat',
    ageDays: 120,
    credentials: {
      clientId: '0f3c9a52-demo-4d77-8b1e-6a2f90e7c314',
      secretKey: 'demo~Teams~8Qh2Lr',
      tenantId: 'c7e1b0aa-demo-4f0e-9d53-1b8a7f2e6d90',
    },
    changes: { active: false },
  },
  fcm: {
    name: 'Firebase Cloud Messaging',
    identifier: 'fcm-shop-app',
    provider_id: 'fcm',
    channel: 'push',
    ageDays: 365,
    credentials: {
      serviceAccount: `{"type":"service_account","project_id":"fennel-oak-app","private_key_id":"demo","private_key":"${PRIVATE_KEY}","client_email":"push@fennel-oak-app.iam.example"}`,
    },
  },
  expo: {
    name: 'Expo (driver app)',
    identifier: 'expo-driver-app',
    provider_id: 'expo',
    channel: 'push',
    ageDays: 95,
    credentials: { apiKey: 'demo_expo_tY6uWq8ZpL' },
  },
  shopInbox: {
    name: 'Shop inbox',
    identifier: 'shop-inbox',
    provider_id: 'svc',
    channel: 'in_app',
    ageDays: 402,
    credentials: { hmac: true },
    changes: { connected: true },
  },
  tradeInbox: {
    name: 'Trade portal inbox',
    identifier: 'trade-portal-inbox',
    provider_id: 'svc',
    channel: 'in_app',
    ageDays: 3,
    credentials: { hmac: false },
    changes: { connected: true },
  },
  assistant: {
    name: 'Order help assistant',
    identifier: 'order-help-assistant',
    provider_id: 'svc-anthropic',
    channel: null,
    ageDays: 27,
    credentials: {
      apiKey: 'sk-demo-agent-3v9XkP',
      externalEnvironmentId: 'env_demo_01JFENNELOAK',
      externalVaultId: 'vlt_demo_7c2e91',
      externalWorkspaceId: 'default',
      emailSlugPrefix: 'fennel-oak',
    },
    changes: { kind: 'agent' },
  },
} as const satisfies Record<string, Account>;

/** Twelve integrations, all in sandbox mode. */
export function makeIntegrations(base: Base): Integrations {
  const entries = Object.entries<Account>(ACCOUNTS).map(([key, { ageDays, credentials, changes, ...account }]) => {
    const at = new Date(base.now.getTime() - ageDays * 86_400_000 - base.random.int(0, 36_000_000));
    const id = newId(at);
    return [
      key,
      {
        id,
        environment_id: base.environmentId,
        kind: 'delivery',
        configurations: null,
        active: true,
        primary: false,
        priority: 0,
        conditions: [],
        sandbox: true,
        connected: false,
        created_at: at,
        updated_at: new Date(at.getTime() + 3_600_000),
        ...account,
        credentials,
        ...changes,
      } satisfies IntegrationRow,
    ];
  });
  return Object.fromEntries(entries) as Integrations;
}
