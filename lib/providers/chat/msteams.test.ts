import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { chat } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const path = '/workflows/5d2f/triggers/manual/paths/invoke?api-version=2016-06-01&sig=signature-7c1f';

// https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
providerContract({
  id: 'msteams',
  credentials: () => ({}),
  message: (at) => ({ ...chat, target: { webhookUrl: `${at}${path}` } }),
  accepted: { answer: { status: 202 }, id: undefined },
  rejected: {
    answer: {
      status: 400,
      body: { error: { code: 'InvalidRequestContent', message: 'The request content is not valid.' } },
    },
    words: 'The request content is not valid.',
    code: 'InvalidRequestContent',
  },
  accessOfRecipient: [401, 403],
  unauthorised: {
    answer: { status: 401, body: { error: { code: 'DirectApiAuthorizationRequired', message: 'Not authorised.' } } },
    words: 'Not authorised.',
  },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '6' } }, retryAfterMs: 6000 },
  secrets: ['signature-7c1f'],
  withoutBody: 'sent',
  carriesId: true,
  override: { given: { summary: 'Orders' }, sent: '"summary":"Orders"' },
  wire: {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [{ type: 'TextBlock', id: MESSAGE_ID, text: 'The lamp is on its way', wrap: true }],
          },
        },
      ],
    },
  },
});

const inside = (status: number) => ({
  status: 200,
  body: `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error ${status} with ContextId tcid=0`,
});
const target = (at: string) => ({ webhookUrl: `${at}/webhookb2/x` });

answered(
  'msteams',
  [
    ['too many, in an answer of 200', inside(429), { kind: 'rate_limited', providerCode: '429' }],
    ['a fault, in an answer of 200', inside(502), { kind: 'unavailable' }],
    ['a channel that is gone, in an answer of 200', inside(410), { kind: 'token_gone' }],
    ['what a connector says to a message', { status: 200, body: '1' }, undefined],
    ['a deleted workflow', { status: 404 }, { kind: 'token_gone' }],
  ],
  { target },
);
