/** Documented responses of marketing suites with an email API. */
import { DOWN, RECIPIENT, type VendorAnswers } from './documented.ts';

const brevo = (code: string, message: string) => ({ code, message });
const mailjet = (ErrorCode: string, StatusCode: number, ErrorMessage: string) => ({
  Messages: [{ Status: 'error', Errors: [{ ErrorIdentifier: 'id-1', ErrorCode, StatusCode, ErrorMessage }] }],
});
const mandrill = (code: number, name: string, message: string) => ({ status: 'error', code, name, message });
const mandrilled = (status: string, reject_reason: string | null = null): object[] => [
  { email: RECIPIENT, status, _id: 'abc123', reject_reason },
];
const mailersend = (message: string, field: string) => ({ message, errors: { [field]: [message] } });
const suppressed = (type: string, email: string) => ({
  message: 'There are some warnings for your request.',
  warnings: [{ type, warning: 'Suppressed', recipients: [{ email, name: '', reasons: ['blocklisted'] }] }],
});

export const EMAIL_SUITES: readonly VendorAnswers[] = [
  {
    id: 'mailersend',
    answers: {
      'https://developers.mailersend.com/general.html#api-response': [
        ['sent', 202, '', { 'x-message-id': '5e42957d51f1d94a1070a733' }],
        ['rejected', 400, { message: 'Bad request' }],
        ['auth', 401, { message: 'Unauthenticated.' }],
        ['account', 402, { message: 'Payment required' }],
        ['auth', 403, { message: 'This action is unauthorized.' }],
        ['rejected', 404, { message: 'Not found' }],
        ['unavailable', 408, { message: 'Request timeout' }],
        ['rejected', 413, { message: 'Payload too large' }],
        ['unavailable', 421, { message: 'Service isn’t available, try again later' }],
        ['rejected', 422, mailersend('The to.0.email must be a valid email address. #MS42233', 'to.0.email')],
        ['rate_limited', 429, { message: 'Too Many Attempts.' }, { 'retry-after': '59' }],
        ...DOWN,
        ['unavailable', 504, ''],
      ],
      'https://developers.mailersend.com/api/v1/email.html#send-an-email': [
        ['rejected', 202, suppressed('ALL_SUPPRESSED', RECIPIENT)],
        ['rejected', 202, suppressed('SOME_SUPPRESSED', RECIPIENT), { 'x-message-id': '5e42957d' }],
        ['sent', 202, suppressed('SOME_SUPPRESSED', 'ann@customer.example'), { 'x-message-id': '5e42957d' }],
      ],
      'https://www.mailersend.com/help/rest-api-response-codes': [
        [
          'account',
          422,
          mailersend('The from.email domain must be verified in your account to send emails. #MS42207', 'from.email'),
        ],
        [
          'account',
          422,
          mailersend("Trial accounts can only send emails to the administrator's email. #MS42225", 'to'),
        ],
        ['account', 422, mailersend('You have reached the trial account unique recipients limit. #MS42222', 'to')],
      ],
    },
  },
  {
    id: 'sendinblue',
    answers: {
      'https://developers.brevo.com/docs/how-it-works#error-codes': [
        ['sent', 201, { messageId: '<202603011000.1@smtp-relay.mailin.fr>' }],
        ['rejected', 400, brevo('invalid_parameter', 'email is not valid in to')],
        ['rejected', 400, brevo('missing_parameter', 'subject is missing')],
        ['rejected', 400, brevo('out_of_range', 'Value is out of range')],
        ['auth', 401, brevo('unauthorized', 'Key not found')],
        ['account', 402, brevo('not_enough_credits', 'Not enough credits')],
        ['account', 403, brevo('permission_denied', 'Unable to send email. Your SMTP account is not yet activated.')],
        ['rejected', 404, brevo('document_not_found', 'Template not found')],
        ['rejected', 405, brevo('method_not_allowed', 'Not allowed')],
        ['rejected', 406, brevo('not_acceptable', 'Not acceptable')],
        ['rate_limited', 429, brevo('too_many_requests', 'Too many requests'), { 'x-sib-ratelimit-reset': '20' }],
        ...DOWN,
      ],
      'https://developers.brevo.com/reference/sendtransacemail': [
        ['account', 400, brevo('account_under_validation', 'Your account is under validation.')],
        [
          'account',
          400,
          brevo(
            'invalid_parameter',
            'Sending has been rejected because the sender you used shop@shop.example is not valid. Validate your sender or authenticate your domain',
          ),
        ],
      ],
    },
  },
  {
    id: 'mailjet',
    answers: {
      'https://dev.mailjet.com/email/guides/send-api-v31/': [
        ['sent', 200, { Messages: [{ Status: 'success', To: [{ Email: RECIPIENT, MessageUUID: '1ab' }] }] }],
        ['rejected', 400, mailjet('mj-0013', 400, '"x" is an invalid email address.')],
        ['rejected', 400, mailjet('mj-0003', 400, 'Attribute is required.')],
        ['rejected', 400, mailjet('mj-0004', 400, 'Type mismatch. Expected type "string".')],
        [
          'rejected',
          400,
          mailjet('send-0003', 400, 'At least "HTMLPart", "TextPart" or "TemplateID" must be provided.'),
        ],
        ['rejected', 400, mailjet('send-0010', 400, 'Template ID doesn’t exist for your account.')],
        [
          'account',
          400,
          mailjet('send-0008', 403, '"shop@shop.example" is not an authorized sender email address for your account.'),
        ],
        [
          'account',
          403,
          mailjet('send-0008', 403, '"shop@shop.example" is not an authorized sender email address for your account.'),
        ],
        [
          'rejected',
          400,
          { ErrorIdentifier: 'e', StatusCode: 400, ErrorCode: 'mj-0031', ErrorMessage: 'Malformed JSON' },
        ],
      ],
      'https://dev.mailjet.com/email/reference/overview/errors/': [
        [
          'auth',
          401,
          {
            ErrorIdentifier: 'e',
            StatusCode: 401,
            ErrorCode: 'mj-0002',
            ErrorMessage: 'API key authentication/authorization failure.',
          },
        ],
        ['auth', 403, { ErrorMessage: 'Forbidden', StatusCode: 403 }],
        ['rejected', 405, { ErrorMessage: 'Method not allowed', StatusCode: 405 }],
        ['rate_limited', 429, { ErrorMessage: 'Too many requests', StatusCode: 429 }],
        ...DOWN,
      ],
    },
  },
  {
    id: 'mandrill',
    answers: {
      'https://mailchimp.com/developer/transactional/api/messages/send-new-message/': [
        ['sent', 200, mandrilled('sent')],
        ['sent', 200, mandrilled('queued')],
        ['sent', 200, mandrilled('scheduled')],
        ['rejected', 200, mandrilled('invalid')],
        ['rejected', 200, mandrilled('rejected', 'hard-bounce')],
        ['rejected', 200, mandrilled('rejected', 'spam')],
        ['rejected', 200, mandrilled('rejected', 'unsub')],
        ['rejected', 200, mandrilled('rejected', 'custom')],
        ['account', 200, mandrilled('rejected', 'invalid-sender')],
        ['account', 200, mandrilled('rejected', 'test-mode-limit')],
        ['account', 200, mandrilled('rejected', 'unsigned')],
        ['rejected', 200, mandrilled('rejected', 'rule')],
        [
          'rejected',
          200,
          [{ email: 'ann@customer.example', status: 'sent', _id: 'a' }, ...mandrilled('rejected', 'hard-bounce')],
        ],
      ],
      'https://mailchimp.com/developer/transactional/docs/error-glossary/': [
        ['auth', 500, mandrill(-1, 'Invalid_Key', 'Invalid API key')],
        ['account', 500, mandrill(10, 'PaymentRequired', 'The requested feature requires payment.')],
        ['rejected', 500, mandrill(12, 'Unknown_Subaccount', 'No subaccount exists with the id')],
        ['rejected', 500, mandrill(-2, 'ValidationError', 'You must specify a key value')],
        ['unavailable', 500, mandrill(-99, 'GeneralError', 'An unexpected error occurred')],
        ['unavailable', 500, mandrill(20, 'ServiceUnavailable', 'The subsystem is down for maintenance')],
        ['rejected', 500, mandrill(5, 'Unknown_Template', 'No such template')],
        ['unavailable', 502, 'Bad Gateway'],
      ],
    },
  },
];
