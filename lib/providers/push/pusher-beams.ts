import { bearer, textAt, textOf } from '#lib/providers/credential.ts';
import { pushProvider, required } from '#lib/providers/definition.ts';
import { type Credentials, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import type { PushMessage } from '#lib/providers/message.ts';

export const provider = pushProvider({
  id: 'pusher-beams',
  displayName: 'Pusher Beams',
  color: '#300d4f',
  docsLink: 'https://pusher.com/docs/beams/',
  credentials: [required('instanceId', 'Instance ID'), required('secretKey', 'Secret Key')],
  ...httpProvider<'push'>({
    auth: (credentials) => ({ headers: bearer(textOf(credentials, 'secretKey')) }),
    request,
    messageId: ({ json }) => textAt(json, 'publishId'),
    refusal: ({ status, json }) => ({
      words: [textAt(json, 'error'), textAt(json, 'description')].filter(Boolean).join(': '),
      // The instance ID is part of the URL, so a 404 means a wrong instance ID.
      ...(status === 404 && { kind: 'configuration' }),
    }),
  }),
});

/**
 * Sends to an authenticated user, whose ID is the token: https://pusher.com/docs/beams/reference/publish-api. The
 * formats for the three platforms: https://pusher.com/docs/beams/reference/publish-payloads
 */
function request({ token, title, content, data, isPayload }: PushMessage, credentials: Credentials): HttpRequest {
  const instance = textOf(credentials, 'instanceId').replace(/[^a-z0-9-]/gi, '');
  const notification = { ...(title && { title }), body: content };
  const extra = data && !isPayload && { data };
  return {
    url: `https://${instance}.pushnotifications.pusher.com/publish_api/v1/instances/${instance}/publishes/users`,
    json: {
      users: [token],
      fcm: { notification, ...extra },
      apns: { aps: { alert: notification }, ...extra },
      web: { notification, ...extra },
    },
  };
}
