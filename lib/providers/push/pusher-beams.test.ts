import { providerContract } from '#testing/provider-contract.ts';
import { push } from '#testing/sample-messages.ts';

const instance = '8f9a6e22-2483-49aa-8552-125f1a4c5781';
const notification = { title: 'Shipped', body: 'Your lamp is on its way' };
const data = { order: 'A-1', items: 2, tags: ['a'] };
const error = (status: number, title: string, description: string) => ({ status, body: { error: title, description } });

// https://pusher.com/docs/beams/reference/publish-api
// https://pusher.com/docs/beams/reference/publish-payloads
providerContract({
  id: 'pusher-beams',
  origins: [`https://${instance}.pushnotifications.pusher.com`],
  credentials: () => ({ instanceId: instance, secretKey: 'beams-secret-5d2' }),
  message: () => push,
  accepted: { answer: { status: 200, body: { publishId: 'pubid-33f3f68e' } }, id: 'pubid-33f3f68e' },
  rejected: {
    answer: error(422, 'Unprocessable Entity', 'fcm.notification is not valid'),
    words: 'Unprocessable Entity',
  },
  unauthorised: {
    answer: error(401, 'Unauthorized', 'Incorrect Secret Key'),
    words: 'Unauthorized: Incorrect Secret Key',
  },
  tooMany: {
    answer: { ...error(429, 'Too many requests', 'Slow down'), headers: { 'retry-after': '3' } },
    retryAfterMs: 3000,
  },
  secrets: ['beams-secret-5d2'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { fcm: { priority: 'high' } }, sent: '"priority":"high"' },
  wire: {
    method: 'POST',
    path: `/publish_api/v1/instances/${instance}/publishes/users`,
    headers: { authorization: 'Bearer beams-secret-5d2', 'content-type': 'application/json' },
    body: {
      users: ['device-token-1'],
      fcm: { notification, data },
      apns: { aps: { alert: notification }, data },
      web: { notification, data },
    },
  },
});
