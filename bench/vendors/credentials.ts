/** Credentials in each vendor's format. None of them is real. */
import { generateKeyPairSync } from 'node:crypto';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';

const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const pem = (key: typeof ecKey) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A key file in Google's format. */
const serviceAccount = {
  type: 'service_account',
  project_id: 'shop-1',
  private_key_id: 'key-1',
  private_key: pem(rsaKey),
  client_email: 'belfry@shop-1.iam.gserviceaccount.com',
  client_id: '1',
  token_uri: 'https://oauth2.googleapis.com/token',
};

const OWN: Readonly<Record<string, Record<string, unknown>>> = {
  apns: { secretKey: pem(ecKey), apiKey: 'KEYID12345', projectName: 'TEAMID1234', applicationId: 'example.shop' },
  fcm: { serviceAccount: JSON.stringify(serviceAccount) },
  ses: { apiKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI', region: 'eu-west-1' },
  sns: { apiKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI', region: 'eu-west-1' },
  mailgun: { user: 'api', domain: 'mg.shop.example', apiKey: 'key-1' },
  twilio: { accountSid: 'AC0123456789abcdef0123456789abcdef', token: 'token-1', from: '+15005550006' },
  'infobip-sms': { baseUrl: 'abc1.api.infobip.com', apiKey: 'key-1', from: 'Shop' },
  sinch: { servicePlanId: 'plan1', apiToken: 'token-1', region: 'eu', from: 'Shop' },
};
const SENDER = { from: 'shop@shop.example', senderName: 'Shop, Inc.' };

/** Returns a text for every required field, in the vendor's format if it has one. */
export async function credentialsOf(id: string): Promise<Record<string, unknown>> {
  const provider = findProvider(id);
  const fields = (provider?.credentials ?? []).filter(({ required }) => required);
  const texts = Object.fromEntries(fields.map(({ key }) => [key, `some-${key}`]));
  return { ...texts, ...(provider?.channel === 'email' && SENDER), ...OWN[id] };
}
