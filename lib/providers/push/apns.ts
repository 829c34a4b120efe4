import { importPKCS8, SignJWT } from 'jose';
import { isObject } from '#lib/json/values.ts';
import { bearer, switchOf, textAt, textOf } from '#lib/providers/credential.ts';
import { dropdown, optional, pushProvider, required } from '#lib/providers/definition.ts';
import {
  type Auth,
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import { rememberedTokens } from '#lib/providers/http/token-store.ts';
import type { PushMessage } from '#lib/providers/message.ts';
import { fittingData } from '#lib/providers/push-data.ts';
import { ProviderError, type SendTools } from '#lib/providers/send.ts';
import { uuidOf } from '#lib/providers/uuid.ts';

export const provider = pushProvider({
  id: 'apns',
  displayName: 'APNs',
  color: '#1d1d1f',
  docsLink: 'https://developer.apple.com/documentation/usernotifications',
  credentials: [
    required('secretKey', 'Private Key', { type: 'textarea' }),
    required('apiKey', 'Key ID'),
    required('projectName', 'Team ID'),
    required('applicationId', 'Bundle ID'),
    optional('secure', 'Production', { type: 'switch' }),
    dropdown(
      'pushType',
      'Notification',
      { Shown: '', 'In the background': 'background' },
      {
        advanced: true,
        description:
          'In the background: wakes the app with the payload of the trigger and shows nothing. Title and text are not sent, and iOS may delay or drop the notification. A trigger chooses with overrides.providers.apns.pushType: alert or background.',
      },
    ),
  ],
  choice: {
    displayName: 'Environment',
    description:
      'A device token works in one environment only. Apple refuses tokens of the other environment with BadDeviceToken, so nothing arrives.',
    isExplicit: true,
    options: [
      { name: 'Production: App Store and TestFlight', on: ['secure'] },
      { name: 'Sandbox: builds installed from Xcode', on: [] },
    ],
  },
  ...httpProvider<'push'>({
    auth: providerToken,
    request,
    finish: finished,
    accepted: ({ status }) => status === 200,
    messageId: ({ headers }) => headers['apns-id'],
    idIsOptional: true,
    refusal,
    check: {
      // No device has this token, so nothing is delivered. Apple checks the device token only after accepting the key.
      request: (credentials) => ({ ...toDevice('0'.repeat(64), credentials), json: { aps: {} } }),
      accepted: ({ status, json }) => status === 400 && /DeviceToken/.test(textAt(json, 'reason') ?? ''),
      words: (_, credentials) => `Apple accepts the key for ${textOf(credentials, 'applicationId')}`,
    },
  }),
});

/**
 * Returns the request that sends a message:
 * https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
 */
function request({ id, token, title, content }: PushMessage, credentials: Credentials): HttpRequest {
  const { headers, ...device } = toDevice(token, credentials);
  const isBackground = textOf(credentials, 'pushType') === 'background';
  return {
    ...device,
    headers: {
      ...headers,
      ...(isBackground && { 'apns-push-type': 'background' }),
      // After a repeated attempt, the device replaces the first notification with the second.
      ...{ 'apns-id': uuidOf(id), 'apns-collapse-id': id },
    },
    json: { aps: { alert: { ...(title && { title }), body: content } } },
    overridesAt: 'aps',
  };
}

const MAX_BYTES = 4096;

/**
 * Apple's headers by the names that libraries for Apple's service use, so that overrides can use those names:
 * https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
 */
const HEADERS: Readonly<Record<string, string>> = {
  topic: 'apns-topic',
  priority: 'apns-priority',
  pushType: 'apns-push-type',
  expiry: 'apns-expiration',
  collapseId: 'apns-collapse-id',
  id: 'apns-id',
};

/**
 * Writes keys with hyphens, as Apple's format requires:
 * https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification
 */
function finished(given: HttpRequest, message: PushMessage): HttpRequest {
  const { payload, ...aps } = (given.json?.aps ?? {}) as Record<string, unknown>;
  const entries = Object.entries(aps);
  const headers = entries.flatMap(([key, value]) =>
    Object.hasOwn(HEADERS, key) ? [[HEADERS[key], String(value)]] : [],
  );
  const written = Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(HEADERS, key)).map(hyphened));
  const all = { ...given.headers, ...Object.fromEntries(headers) };
  const isBackground = all['apns-push-type'] === 'background';
  const own = isBackground ? inBackground(written) : written;
  const json = { ...(isObject(payload) && payload), aps: own };
  const limits = { vendor: 'Apple', bytes: MAX_BYTES, whole: (data: object) => ({ ...data, ...json }) };
  const { data, leftOut } = fittingData(message, limits);
  return {
    ...given,
    headers: { 'apns-priority': isBackground ? '5' : '10', ...all },
    json: { ...data, ...json },
    leftOut,
  };
}

/**
 * Removes alert, badge and sound, which Apple does not allow in a background notification:
 * https://developer.apple.com/documentation/usernotifications/pushing-background-updates-to-your-app
 */
function inBackground({ alert: _, badge: __, sound: ___, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, 'content-available': 1 };
}

/**
 * Writes a key, and the keys of an alert, with hyphens. The keys in the state of a live activity are chosen by the app,
 * so they stay unchanged.
 */
function hyphened([key, value]: [string, unknown]): [string, unknown] {
  const inner = key === 'alert' && isObject(value) ? Object.fromEntries(Object.entries(value).map(hyphened)) : value;
  return [key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), inner];
}

function toDevice(token: string, credentials: Credentials): HttpRequest {
  const host = switchOf(credentials, 'secure') ? 'api.push.apple.com' : 'api.sandbox.push.apple.com';
  return {
    url: `https://${host}/3/device/${encodeURIComponent(token)}`,
    http2: true,
    headers: { 'apns-topic': textOf(credentials, 'applicationId'), 'apns-push-type': 'alert' },
  };
}

/** Apple accepts a token for an hour, and forbids replacing it before 20 minutes have passed. */
const TOKEN_LIFE_MS = 50 * 60_000;
const tokens = rememberedTokens();

/**
 * Creates the token that signs requests:
 * https://developer.apple.com/documentation/usernotifications/establishing-a-token-based-connection-to-apns
 */
async function providerToken(credentials: Credentials, { now }: SendTools): Promise<Auth> {
  const [keyId, teamId, privateKey] = ['apiKey', 'projectName', 'secretKey'].map((key) => textOf(credentials, key));
  const owner = [keyId ?? '', teamId ?? '', privateKey ?? ''];
  const token = await tokens.get(owner, now(), async () => {
    try {
      const key = await importPKCS8(privateKey ?? '', 'ES256');
      const signed = await new SignJWT()
        .setProtectedHeader({ alg: 'ES256', kid: keyId ?? '' })
        .setIssuer(teamId ?? '')
        .setIssuedAt(Math.floor(now().getTime() / 1000))
        .sign(key);
      return { token: signed, lifeMs: TOKEN_LIFE_MS };
    } catch (cause) {
      const words = 'The private key is not the .p8 file that Apple offers for download';
      throw new ProviderError('auth', { words, exchange: { request: '' }, isOwn: true, cause });
    }
  });
  return { headers: bearer(token) };
}

/**
 * Reads the error from a response:
 * https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns. With
 * `BadDeviceToken`, the token may belong to Apple's other environment, so the device may still exist.
 */
function refusal({ json }: HttpAnswer): Refusal {
  const reason = textAt(json, 'reason');
  const said = { words: reason, code: reason };
  if (reason === 'Unregistered' || reason === 'ExpiredToken') return { ...said, kind: 'token_gone' };
  if (reason === 'IdleTimeout') return { ...said, kind: 'unavailable' };
  // The other topic errors concern the bundle ID, which is a setting of the integration.
  return /Topic/.test(reason ?? '') && reason !== 'DeviceTokenNotForTopic' ? { ...said, kind: 'configuration' } : said;
}
