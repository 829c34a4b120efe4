import { importPKCS8, SignJWT } from 'jose';
import { isObject } from '#lib/json/values.ts';
import { textAt, textOf } from '#lib/providers/credential.ts';
import { dropdown, pushProvider, required } from '#lib/providers/definition.ts';
import {
  type Auth,
  type Credentials,
  type HttpAnswer,
  type HttpRequest,
  httpProvider,
  type Refusal,
} from '#lib/providers/http/http.ts';
import { oauthAccess } from '#lib/providers/http/oauth.ts';
import type { PushMessage } from '#lib/providers/message.ts';
import { FCM_RESERVED } from '#lib/providers/override-rules.ts';
import { fittingData } from '#lib/providers/push-data.ts';
import { ProviderError, type SendTools } from '#lib/providers/send.ts';

export const provider = pushProvider({
  id: 'fcm',
  displayName: 'Firebase Cloud Messaging',
  color: '#ffca28',
  docsLink: 'https://firebase.google.com/docs/cloud-messaging',
  credentials: [
    required('serviceAccount', 'Service Account (entire JSON file)', { type: 'textarea' }),
    dropdown(
      'messageType',
      'Message type',
      { Notification: '', 'Data only': 'data' },
      {
        advanced: true,
        description:
          'Data only: the app gets title, text and payload as data, and shows a notification itself. A trigger chooses with overrides.providers.fcm.type: notification or data.',
      },
    ),
  ],
  ...httpProvider<'push'>({
    auth: accessToken,
    // https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send
    request: ({ id, token, title, content }, credentials) => ({
      url: `https://fcm.googleapis.com/v1/projects/${encodeURIComponent(account(credentials).project_id)}/messages:send`,
      json: {
        message: {
          token,
          ...(textOf(credentials, 'messageType') === 'data' && { type: 'data' }),
          notification: { title, body: content },
          // After a repeated attempt, the device replaces the first notification with the second.
          android: { notification: { tag: id } },
          apns: { headers: { 'apns-collapse-id': id } },
        },
      },
      overridesAt: 'message',
    }),
    finish: withData,
    messageId: ({ json }) => textAt(json, 'name'),
    refusal,
  }),
  check: async (tools) => {
    await accessToken(tools.credentials, tools);
    const { project_id, client_email } = account(tools.credentials);
    return { words: `Google accepts ${client_email} for the project ${project_id}`, exchange: { request: '' } };
  },
});

interface ServiceAccount {
  project_id: string;
  client_email: string;
  private_key: string;
  token_uri: string;
}

const TOKEN_URI = 'https://oauth2.googleapis.com/token';

/**
 * Returns the service account of an integration.
 * @throws {ProviderError} `auth` if the credential is not a service account's key file.
 */
function account(credentials: Credentials): ServiceAccount {
  try {
    const file = JSON.parse(textOf(credentials, 'serviceAccount'));
    const found = { token_uri: TOKEN_URI, ...file } as ServiceAccount;
    const needed = [found.project_id, found.client_email, found.private_key, found.token_uri];
    if (needed.every((value) => typeof value === 'string' && value !== '')) return found;
  } catch {
    // Ignored, because the error below covers unreadable JSON too.
  }
  const words = 'The service account is not the JSON file that Google offers for download';
  throw new ProviderError('auth', { words, exchange: { request: '' }, isOwn: true });
}

/** Requests an access token: https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
async function accessToken(credentials: Credentials, tools: SendTools): Promise<Auth> {
  const { client_email, private_key, token_uri } = account(credentials);
  return oauthAccess([token_uri, client_email, private_key], tools, async () => {
    const assertion = await signed({ client_email, private_key, token_uri }, tools.now());
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
    return { request: { url: token_uri, form, secrets: [assertion, private_key] } };
  });
}

async function signed(
  { client_email, private_key, token_uri }: Omit<ServiceAccount, 'project_id'>,
  now: Date,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  try {
    const key = await importPKCS8(private_key, 'RS256');
    return await new SignJWT({ scope: 'https://www.googleapis.com/auth/firebase.messaging' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(key);
  } catch (cause) {
    throw new ProviderError('auth', {
      words: 'The private key of the service account is malformed',
      exchange: { request: '' },
      isOwn: true,
      cause,
    });
  }
}

const MAX_BYTES = 4096;

/**
 * Adds the data. By default, FCM shows a notification, and the app receives only the data of overrides. With the
 * override `type: 'data'`, FCM shows nothing and passes title, body and payload to the app.
 */
function withData(request: HttpRequest, message: PushMessage): HttpRequest {
  const { type, notification, data: overridden, ...rest } = (request.json?.message ?? {}) as Record<string, unknown>;
  const isData = type === 'data';
  const { title, content: body, isPayload } = message;
  const texts = isData ? { title, body, message: body } : {};
  const whole = (data: object) => ({ notification, data: asTexts({ ...data, ...texts }) });
  const limits = { vendor: 'FCM', bytes: MAX_BYTES, whole, reserved: FCM_RESERVED };
  const { data, leftOut } = isPayload && !isData ? {} : fittingData(message, limits);
  const all = asTexts({ ...data, ...(isObject(overridden) && overridden), ...texts });
  const sent = {
    ...rest,
    ...(type !== undefined && !isData && type !== 'notification' && { type }),
    ...(isData ? dataOnly(rest) : { notification }),
    ...(Object.keys(all).length > 0 && { data: all }),
  };
  return { ...request, json: { ...request.json, message: sent }, leftOut };
}

/**
 * Removes the Android notification, because its tag alone would make FCM show a notification. Sets priority 5, which
 * Apple devices require: https://firebase.google.com/docs/cloud-messaging/customize-messages/setting-message-priority
 */
function dataOnly({ android, apns }: Record<string, unknown>): object {
  const { notification: _, ...others } = isObject(android) ? android : {};
  const { headers, ...payload } = isObject(apns) ? apns : {};
  return {
    android: others,
    apns: { ...payload, headers: { 'apns-priority': '5', ...(isObject(headers) && headers) } },
  };
}

/** Converts values to texts, because FCM accepts only texts. */
function asTexts(data: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Reads the error from a response: https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode */
function refusal({ json }: HttpAnswer): Refusal {
  const details = (json as { error?: { details?: { errorCode?: string }[] } } | undefined)?.error?.details;
  const code = details?.find(({ errorCode }) => errorCode)?.errorCode ?? textAt(json, 'error', 'status');
  const words = textAt(json, 'error', 'message');
  const isGone = code === 'UNREGISTERED' || (code === 'INVALID_ARGUMENT' && /registration token/i.test(words ?? ''));
  if (isGone) return { kind: 'token_gone', code, words };
  // `NOT_FOUND` without an FCM code means that the project does not exist.
  if (code === 'NOT_FOUND') return { kind: 'configuration', code, words };
  return { ...(code === 'SENDER_ID_MISMATCH' && { kind: 'rejected' }), code, words };
}
