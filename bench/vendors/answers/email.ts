/** Documented responses of email vendors. Those of marketing suites are in `email-suites.ts`. */
import { DOWN, RECIPIENT, type VendorAnswers } from './documented.ts';

const sendgrid = (message: string, field: string | null = null) => ({ errors: [{ message, field, help: null }] });
const resend = (statusCode: number, name: string, message: string) => ({ statusCode, name, message });
const postmark = (ErrorCode: number, Message: string) => ({ ErrorCode, Message });
const ses = (name: string): Record<string, string> => ({ 'x-amzn-errortype': name });
const sparkpost = (message: string, description?: string, code?: string) => ({
  errors: [{ message, ...(description && { description }), ...(code && { code }) }],
});
const sparkposted = (accepted: number, rejected: number) => ({
  results: { total_rejected_recipients: rejected, total_accepted_recipients: accepted, id: '11668787484950529' },
});

export const EMAIL: readonly VendorAnswers[] = [
  {
    id: 'sendgrid',
    answers: {
      'https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/responses': [
        ['sent', 202, '', { 'x-message-id': 'abc' }],
        ['rejected', 400, sendgrid('The subject is required.', 'subject')],
        ['auth', 401, sendgrid('The provided authorization grant is invalid, expired, or revoked')],
        ['auth', 403, sendgrid('access forbidden')],
        ['rejected', 413, sendgrid('Payload Too Large')],
        ['rejected', 415, sendgrid('Unsupported Media Type')],
        ['rate_limited', 429, sendgrid('too many requests'), { 'x-ratelimit-reset': '1772359210' }],
        ...DOWN,
      ],
      'https://www.twilio.com/docs/sendgrid/for-developers/sending-email/sender-identity': [
        [
          'account',
          403,
          sendgrid(
            'The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.',
            'from',
          ),
        ],
      ],
      'https://www.twilio.com/docs/sendgrid/api-reference/mail-send/errors': [
        ['rejected', 400, sendgrid('Does not contain a valid address.', 'personalizations.0.to.0.email')],
        [
          'rejected',
          400,
          sendgrid('Each email address in the personalization block should be unique', 'personalizations'),
        ],
        ['rejected', 400, sendgrid('The attachment content must be base64 encoded.', 'attachments.0.content')],
      ],
      'https://support.sendgrid.com/hc/en-us/articles/18322114821403-4XX-API-Errors-and-Troubleshooting-Suggestions': [
        ['account', 401, sendgrid('Maximum credits exceeded')],
      ],
    },
  },
  {
    id: 'mailgun',
    answers: {
      'https://documentation.mailgun.com/docs/mailgun/api-reference/mg-status-codes': [
        ['sent', 200, { id: '<2026.1@mg.shop.example>', message: 'Queued. Thank you.' }],
        ['rejected', 400, { message: "'to' parameter is not a valid address. please check documentation" }],
        ['auth', 401, 'Forbidden'],
        ['auth', 403, 'Forbidden'],
        ['account', 402, { message: 'Request Failed' }],
        ['configuration', 404, { message: 'Domain not found: mg.shop.example' }],
        ['rejected', 413, { message: 'Request Entity Too Large' }],
        ['rate_limited', 429, { message: 'Too many requests' }],
        ...DOWN,
        ['unavailable', 504, 'Gateway Timeout'],
      ],
      'https://documentation.mailgun.com/docs/mailgun/user-manual/domains/domains-verify': [
        [
          'account',
          403,
          {
            message:
              'Domain mg.shop.example is not allowed to send: The domain is unverified and requires DNS configuration.',
          },
        ],
      ],
      'https://help.mailgun.com/hc/en-us/articles/217531258': [
        [
          'account',
          403,
          {
            message:
              'Domain sandbox1.mailgun.org is not allowed to send: Free accounts are for test purposes only. Please upgrade or add the address to authorized recipients in Account Settings.',
          },
        ],
      ],
      'https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-http': [
        [
          'rate_limited',
          429,
          { message: 'Domain mg.shop.example is not allowed to send: recipient limit exceeded, try again after Mon' },
        ],
        ['account', 403, { message: 'Domain mg.shop.example is not allowed to send: Business Verification' }],
      ],
    },
  },
  {
    id: 'postmark',
    answers: {
      'https://postmarkapp.com/developer/api/overview#error-codes': [
        ['sent', 200, { To: RECIPIENT, MessageID: 'b7bc2f4a', ErrorCode: 0, Message: 'OK' }],
        [
          'auth',
          401,
          postmark(10, 'The Server Token you provided in the X-Postmark-Server-Token request header was invalid.'),
        ],
        ['unavailable', 422, postmark(100, 'The Postmark API is offline for maintenance.')],
        ['rejected', 422, postmark(300, "Invalid 'To' address: 'x'.")],
        ['account', 422, postmark(400, 'The ‘From’ address you supplied is not a Sender Signature on your account.')],
        ['account', 422, postmark(401, 'The Sender Signature isn’t confirmed.')],
        ['rejected', 422, postmark(402, 'The JSON input you provided is syntactically incorrect.')],
        ['rejected', 422, postmark(403, 'The JSON input is of the wrong type.')],
        ['account', 422, postmark(405, 'Your account has run out of credits.')],
        ['rejected', 422, postmark(406, 'You tried to send to recipients that have been marked as inactive.')],
        ['rejected', 422, postmark(409, 'Your HTTP request doesn’t have the Accept and Content-Type headers set.')],
        ['rejected', 422, postmark(411, 'You tried to send an email with an attachment type that is blocked.')],
        ['account', 422, postmark(412, 'Your account is pending approval.')],
        ['account', 422, postmark(413, 'The account that you are trying to use is not allowed to send.')],
        ['unavailable', 500, postmark(500, 'Internal server error')],
        ['unavailable', 503, postmark(100, 'Service unavailable')],
        ['rate_limited', 429, postmark(429, 'Rate limit exceeded'), { 'retry-after': '2' }],
      ],
      'https://postmarkapp.com/developer/api/email-api#send-a-single-email': [
        [
          'rejected',
          200,
          {
            To: RECIPIENT,
            MessageID: 'b7bc2f4b',
            ErrorCode: 0,
            Message: `Message OK, but will not deliver to these inactive addresses: ${RECIPIENT}`,
          },
        ],
      ],
    },
  },
  {
    id: 'resend',
    answers: {
      'https://resend.com/docs/api-reference/errors': [
        ['sent', 200, { id: '49a3999c-0ce1' }],
        ['rejected', 400, resend(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.')],
        ['rejected', 400, resend(400, 'validation_error', 'We found an error with one or more fields in the request.')],
        ['auth', 401, resend(401, 'missing_api_key', 'Missing API key in the authorization header.')],
        ['auth', 401, resend(401, 'restricted_api_key', 'This API key is restricted to only send emails.')],
        ['auth', 403, resend(403, 'invalid_api_key', 'API key is invalid.')],
        [
          'account',
          403,
          resend(403, 'validation_error', 'You can only send testing emails to your own email address (a@b.example).'),
        ],
        ['account', 403, resend(403, 'validation_error', 'The shop.example domain is not verified.')],
        ['rejected', 404, resend(404, 'not_found', 'The requested endpoint does not exist.')],
        ['rejected', 405, resend(405, 'method_not_allowed', 'Method is not allowed for the requested path.')],
        [
          'sent',
          409,
          resend(409, 'invalid_idempotent_request', 'Same idempotency key used with a different request payload.'),
        ],
        [
          'unavailable',
          409,
          resend(
            409,
            'concurrent_idempotent_requests',
            'Same idempotency key used while original request is still in progress.',
          ),
        ],
        ['rejected', 422, resend(422, 'invalid_attachment', 'Attachment must have either a `content` or `path`.')],
        ['rejected', 422, resend(422, 'invalid_from_address', 'Invalid from field.')],
        ['rejected', 422, resend(422, 'invalid_parameter', 'The parameter must be a valid UUID.')],
        [
          'rejected',
          422,
          resend(422, 'missing_required_field', 'The request body is missing one or more required fields.'),
        ],
        ['rate_limited', 429, resend(429, 'daily_quota_exceeded', 'You have reached your daily email quota.')],
        ['account', 429, resend(429, 'monthly_quota_exceeded', 'You have reached your monthly email quota.')],
        ['rate_limited', 429, resend(429, 'rate_limit_exceeded', 'Too many requests.'), { 'retry-after': '1' }],
        ['rejected', 451, resend(451, 'security_error', 'We may have found a security issue with the request.')],
        ['unavailable', 500, resend(500, 'application_error', 'An unexpected error occurred.')],
        ['unavailable', 500, resend(500, 'internal_server_error', 'An unexpected error occurred.')],
      ],
    },
  },
  {
    id: 'ses',
    answers: {
      'https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html': [
        ['sent', 200, { MessageId: '010001' }],
        ['account', 400, { message: 'Suspended' }, ses('AccountSuspendedException')],
        ['rejected', 400, { message: 'Missing final @domain' }, ses('BadRequestException')],
        ['rate_limited', 400, { message: 'Daily sending quota exceeded' }, ses('LimitExceededException')],
        ['account', 400, { message: 'MAIL FROM' }, ses('MailFromDomainNotVerifiedException')],
        ['rejected', 400, { message: 'Message contains a virus' }, ses('MessageRejected')],
        [
          'account',
          400,
          {
            message:
              'Email address is not verified. The following identities failed the check in region EU-WEST-1: shop@shop.example',
          },
          ses('MessageRejected'),
        ],
        ['rejected', 404, { message: 'Configuration set <x> does not exist.' }, ses('NotFoundException')],
        ['account', 400, { message: 'Sending paused' }, ses('SendingPausedException')],
        ['rate_limited', 429, { message: 'Maximum sending rate exceeded.' }, ses('TooManyRequestsException')],
      ],
      'https://docs.aws.amazon.com/ses/latest/APIReference-V2/CommonErrors.html': [
        ['auth', 403, { Message: 'User is not authorized to perform: ses:SendEmail' }, ses('AccessDeniedException')],
        [
          'auth',
          403,
          { message: 'The security token included in the request is expired' },
          ses('ExpiredTokenException'),
        ],
        ['auth', 403, { message: 'Incomplete' }, ses('IncompleteSignature')],
        ['unavailable', 500, { message: 'Internal' }, ses('InternalFailure')],
        [
          'auth',
          403,
          { message: 'The security token included in the request is invalid.' },
          ses('UnrecognizedClientException'),
        ],
        ['auth', 403, { message: 'Signature' }, ses('SignatureDoesNotMatch')],
        [
          'account',
          403,
          { message: 'The AWS access key ID needs a subscription for the service.' },
          ses('OptInRequired'),
        ],
        ['unavailable', 503, { message: 'Unavailable' }, ses('ServiceUnavailable')],
        ['rate_limited', 400, { message: 'Rate exceeded' }, ses('ThrottlingException')],
        ['rejected', 400, { message: 'Validation' }, ses('ValidationError')],
      ],
    },
  },
  {
    id: 'sparkpost',
    answers: {
      'https://developers.sparkpost.com/api/transmissions/': [
        ['sent', 200, sparkposted(1, 0)],
        ['rejected', 200, sparkposted(0, 1)],
        ['rejected', 400, sparkpost('invalid data format/type', "Error validating field 'content.from'", '1300')],
        ['account', 400, sparkpost('Invalid domain', 'Unconfigured Sending Domain <shop.example>', '7001')],
        ['rejected', 422, sparkpost('required field is missing', 'content object or template_id required', '1400')],
        [
          'rejected',
          422,
          sparkpost('Message generation rejected', 'recipient address suppressed due to customer policy', '1902'),
        ],
        ['rejected', 413, sparkpost('Request entity too large')],
      ],
      'https://developers.sparkpost.com/api/#header-errors': [
        ['auth', 401, sparkpost('Unauthorized.')],
        ['auth', 403, sparkpost('Forbidden.')],
        ['rejected', 404, sparkpost('Resource could not be found')],
        ['rate_limited', 420, sparkpost('Exceed Sending Limit', 'Exceed sending limit (daily)', '2102')],
        ['rate_limited', 429, sparkpost('Too many requests')],
        ...DOWN,
      ],
    },
  },
  {
    id: 'mailtrap',
    answers: {
      'https://docs.mailtrap.io/developers/email-sending/transactional': [
        ['sent', 200, { success: true, message_ids: ['0c7fd939'] }],
        ['rejected', 400, { success: false, errors: ["'subject' is required"] }],
        ['auth', 401, { success: false, errors: ['Unauthorized'] }],
        ['account', 403, { success: false, errors: ['Sending from domain shop.example is not allowed'] }],
        ['auth', 403, { success: false, errors: ['Forbidden'] }],
        ['rate_limited', 429, { success: false, errors: ['Rate limit exceeded'] }],
        ['unavailable', 500, { success: false, errors: ['Internal server error'] }],
        ['unavailable', 503, { success: false, errors: ['Service unavailable'] }],
      ],
    },
  },
];
