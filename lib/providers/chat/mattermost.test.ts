import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { chat } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const error = (status: number, id: string, message: string) => ({
  status,
  body: { id, message, detailed_error: '', request_id: 'r1', status_code: status },
});

// https://developers.mattermost.com/integrate/webhooks/incoming/
providerContract({
  id: 'mattermost',
  credentials: () => ({}),
  message: (at) => ({ ...chat, target: { webhookUrl: `${at}/hooks/hook-key-7wmyr`, channel: 'town-square' } }),
  hasOneStatus: true,
  accepted: { answer: { status: 200, body: 'ok' }, id: undefined },
  rejected: {
    answer: error(400, 'web.incoming_webhook.parse.app_error', 'Unable to parse incoming data.'),
    words: 'Unable to parse incoming data.',
    code: 'web.incoming_webhook.parse.app_error',
  },
  accessOfRecipient: [401, 403],
  unauthorised: {
    answer: error(403, 'web.incoming_webhook.permissions.app_error', 'Inappropriate channel permissions.'),
    words: 'Inappropriate channel permissions.',
  },
  tooMany: {
    answer: { status: 429, headers: { 'x-ratelimit-reset': '4' }, body: 'limit exceeded' },
    retryAfterMs: 4000,
  },
  secrets: ['hook-key-7wmyr'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { iconEmoji: 'lamp' }, sent: '"icon_emoji":"lamp"' },
  wire: {
    method: 'POST',
    path: '/hooks/hook-key-7wmyr',
    headers: { 'content-type': 'application/json' },
    body: { text: 'The lamp is on its way', channel: 'town-square', props: { message_id: MESSAGE_ID } },
  },
});

const target = (at: string) => ({ webhookUrl: `${at}/hooks/x` });

answered(
  'mattermost',
  [
    [
      'an unknown webhook',
      error(400, 'web.incoming_webhook.invalid.app_error', 'Invalid webhook.'),
      { kind: 'token_gone', words: 'Invalid webhook.' },
    ],
    [
      'webhooks that are switched off',
      error(501, 'web.incoming_webhook.disabled.app_error', 'Incoming webhooks have been disabled'),
      { kind: 'recipient' },
    ],
    ['another page', { status: 200, body: '<html>' }, { kind: 'rejected' }],
  ],
  { target },
);
