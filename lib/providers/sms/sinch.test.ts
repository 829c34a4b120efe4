import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const plan = 'jd63jf88477ll123ab4567cd89012ef3';
const error = (status: number, code: string, text: string) => ({ status, body: { code, text } });

// https://developers.sinch.com/docs/sms/api-reference/sms/tag/Batches/
providerContract({
  id: 'sinch',
  origins: ['https://us.sms.api.sinch.com'],
  credentials: () => ({ servicePlanId: plan, apiToken: 'sinch-token5d2', region: 'us', from: '+12025551234' }),
  message: () => sms,
  accepted: { answer: { status: 201, body: { id: '01FC66621XXXXX119Z8PMV1QPQ' } }, id: '01FC66621XXXXX119Z8PMV1QPQ' },
  rejected: {
    answer: error(400, 'syntax_invalid_parameter_format', 'to: invalid MSISDN'),
    words: 'to: invalid MSISDN',
    code: 'syntax_invalid_parameter_format',
  },
  unauthorised: { answer: error(401, 'unauthorized', 'Unauthorized'), words: 'Unauthorized' },
  tooMany: {
    answer: { ...error(429, 'too_many_requests', 'Slow down'), headers: { 'retry-after': '1' } },
    retryAfterMs: 1000,
  },
  secrets: ['sinch-token5d2'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { deliveryReport: 'full' }, sent: '"delivery_report":"full"' },
  check: {
    request: { method: 'GET', path: `/xms/v1/${plan}/batches?page_size=1` },
    answer: { status: 200, body: { count: 0, page: 0, batches: [], page_size: 0 } },
    words: 'The token is of the service plan',
  },
  wire: {
    method: 'POST',
    path: `/xms/v1/${plan}/batches`,
    headers: { authorization: 'Bearer sinch-token5d2', 'content-type': 'application/json' },
    body: {
      from: '+12025551234',
      to: ['+15558675310'],
      body: 'Your order & more: 100 % “shipped”',
      client_reference: MESSAGE_ID,
      delivery_report: 'per_recipient',
    },
  },
});

const refused = (status: number, code: string) => ({ status, body: { code, text: 'No' } });

answered('sinch', [
  ['a landline', refused(403, 'illegal_number_type'), { kind: 'rejected', words: 'No' }],
  ['a plan that is not set up', refused(403, 'missing_svc_conf'), { kind: 'account' }],
  ['an unknown plan', { status: 404 }, { kind: 'configuration' }],
  ['a wrong token', refused(403, 'unauthorized'), { kind: 'auth' }],
]);
