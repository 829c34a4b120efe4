/** Documented responses of text message vendors. */
import type { DocumentedAnswer, VendorAnswers } from './documented.ts';

const twilio = (status: number, code: number, message: string) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
});
const vonage = (status: number, text = '') => ({
  'message-count': '1',
  messages: [
    status === 0
      ? { to: '15558675310', 'message-id': '0C00', status: '0' }
      : { status: String(status), 'error-text': text },
  ],
});
const aws = (code: string, message: string) =>
  `<ErrorResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r</RequestId></ErrorResponse>`;
const bird = (code: number, description: string) => ({ errors: [{ code, description, parameter: null }] });
const telnyx = (code: string, title: string) => ({ errors: [{ code, title, detail: title }] });
const plivo = (error: string) => ({ api_id: 'a', error });
const sinch = (code: string, text: string) => ({ code, text });
const infobip = (groupName: string, name: string) => ({
  messages: [{ messageId: 'm-1', status: { groupId: 1, groupName, id: 1, name, description: name }, destination: '1' }],
});
const infobipFault = (errorCode: string, description: string, violations: object[] = []) => ({
  errorCode,
  description,
  action: 'Check',
  violations,
});
const seven = (success: string, message: object = {}) => ({
  success,
  total_price: 0,
  messages: [{ id: '77', recipient: '15558675310', ...message }],
});
const clicksend = (status: string) => ({
  http_code: 200,
  response_code: 'SUCCESS',
  response_msg: 'Messages queued for delivery.',
  data: { messages: [{ to: '+15558675310', message_id: 'BF7A', status }] },
});
const clicksent = (http_code: number, response_code: string, response_msg: string) => ({
  http_code,
  response_code,
  response_msg,
  data: null,
});
const brevo = (code: string, message: string) => ({ code, message });

const down: readonly DocumentedAnswer[] = [
  ['unavailable', 500, 'Internal Server Error'],
  ['unavailable', 503, 'Service Unavailable'],
];

export const SMS: readonly VendorAnswers[] = [
  {
    id: 'twilio',
    answers: {
      'https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource': [
        ['sent', 201, { sid: 'SM1', status: 'queued' }],
      ],
      'https://www.twilio.com/docs/api/errors': [
        ['auth', 401, twilio(401, 20003, 'Authenticate')],
        ['account', 403, twilio(403, 20005, 'Account not active')],
        ['configuration', 404, twilio(404, 20404, 'The requested resource /Accounts/AC1/Messages.json was not found')],
        ['rate_limited', 429, twilio(429, 20429, 'Too Many Requests')],
        ['unavailable', 500, twilio(500, 20500, 'Internal Server Error')],
        ['unavailable', 503, twilio(503, 20503, 'Service Unavailable')],
        ['rejected', 400, twilio(400, 21211, "Invalid 'To' Phone Number")],
        ['configuration', 400, twilio(400, 21212, "Invalid 'From' Number (caller ID)")],
        ['rejected', 400, twilio(400, 21214, "'To' phone number cannot be reached")],
        ['rejected', 400, twilio(400, 21217, 'Phone number does not appear to be valid')],
        ['account', 400, twilio(400, 21408, 'Permission to send an SMS has not been enabled for the region')],
        ['rejected', 400, twilio(400, 21602, 'Message body is required')],
        ['configuration', 400, twilio(400, 21603, "A 'From' phone number is required")],
        [
          'configuration',
          400,
          twilio(400, 21606, "The 'From' number is not a valid, SMS-capable inbound phone number"),
        ],
        [
          'account',
          400,
          twilio(400, 21608, 'The number is unverified. Trial accounts cannot send messages to unverified numbers'),
        ],
        ['rejected', 400, twilio(400, 21610, 'Attempt to send to unsubscribed recipient')],
        [
          'rate_limited',
          400,
          twilio(400, 21611, "This 'From' number has exceeded the maximum number of queued messages"),
        ],
        ['rejected', 400, twilio(400, 21612, "The 'To' phone number is not currently reachable")],
        ['rejected', 400, twilio(400, 21614, "'To' number is not a valid mobile number")],
        ['rejected', 400, twilio(400, 21617, 'The concatenated message body exceeds the 1600 character limit')],
        ['configuration', 400, twilio(400, 21659, "'From' is not a Twilio phone number")],
        ['configuration', 400, twilio(400, 21660, "Mismatch between the 'From' number and the account")],
        ['configuration', 400, twilio(400, 21701, 'The Messaging Service does not exist')],
        [
          'configuration',
          400,
          twilio(400, 21703, 'The Messaging Service does not have a phone number available to send a message'),
        ],
        ['account', 429, twilio(429, 63038, 'Account exceeded the daily messages limit')],
        ['account', 403, twilio(403, 30002, 'Account suspended')],
      ],
    },
  },
  {
    id: 'nexmo',
    answers: {
      'https://developer.vonage.com/en/api-errors/sms': [
        ['sent', 200, vonage(0)],
        ['rate_limited', 200, vonage(1, 'Throughput Rate Exceeded - please wait [ 250 ] and retry')],
        ['rejected', 200, vonage(2, 'Missing to param')],
        ['rejected', 200, vonage(3, 'Invalid to')],
        ['auth', 200, vonage(4, 'Bad Credentials')],
        ['unavailable', 200, vonage(5, 'Internal Error')],
        ['rejected', 200, vonage(6, 'Unroutable message - rejected')],
        ['rejected', 200, vonage(7, 'Number barred')],
        ['account', 200, vonage(8, 'Partner account barred')],
        ['account', 200, vonage(9, 'Quota Exceeded - rejected')],
        ['rate_limited', 200, vonage(10, 'Too many existing binds')],
        ['account', 200, vonage(11, 'Account not enabled for HTTP')],
        ['rejected', 200, vonage(12, 'Message too long')],
        ['auth', 200, vonage(14, 'Invalid Signature')],
        ['configuration', 200, vonage(15, 'Illegal Sender Address - rejected')],
        ['rejected', 200, vonage(22, 'Invalid network code')],
        ['rejected', 200, vonage(23, 'Invalid callback URL')],
        ['account', 200, vonage(29, 'Non White-listed Destination - rejected')],
        ['auth', 200, vonage(32, 'Signature And API Secret Disallowed')],
        ['rejected', 200, vonage(33, 'Number de-activated')],
      ],
      'https://developer.vonage.com/en/messaging/sms/guides/troubleshooting-sms': [
        ['auth', 401, { title: 'Unauthorized', detail: 'You did not provide correct credentials.' }],
        ['rate_limited', 429, { title: 'Rate Limited', detail: 'Try again later.' }],
        ...down,
      ],
    },
  },
  {
    id: 'sns',
    answers: {
      'https://docs.aws.amazon.com/sns/latest/api/API_Publish.html': [
        [
          'sent',
          200,
          '<PublishResponse><PublishResult><MessageId>94f20ce6</MessageId></PublishResult></PublishResponse>',
        ],
        ['auth', 403, aws('AuthorizationError', 'User is not authorized to perform: SNS:Publish')],
        ['unavailable', 500, aws('InternalError', 'Internal')],
        [
          'rejected',
          400,
          aws('InvalidParameter', 'Invalid parameter: PhoneNumber Reason: +1 is not valid to publish to'),
        ],
        ['rejected', 400, aws('ParameterValueInvalid', 'Invalid')],
        ['auth', 403, aws('InvalidSecurity', 'The credential signature isn’t valid')],
        ['rejected', 404, aws('NotFound', 'Topic does not exist')],
        ['rate_limited', 400, aws('KMSThrottling', 'Throttled')],
        ['rejected', 400, aws('OptedOut', 'Phone number is opted out')],
        ['rate_limited', 429, aws('Throttled', 'Rate exceeded')],
      ],
      'https://docs.aws.amazon.com/sns/latest/api/CommonErrors.html': [
        ['auth', 403, aws('InvalidClientTokenId', 'The security token included in the request is invalid.')],
        ['auth', 403, aws('ExpiredToken', 'Expired')],
        ['auth', 403, aws('IncompleteSignature', 'Incomplete')],
        ['auth', 403, aws('SignatureDoesNotMatch', 'The request signature we calculated does not match')],
        ['account', 403, aws('OptInRequired', 'The AWS access key ID needs a subscription for the service.')],
        ['rate_limited', 400, aws('Throttling', 'Rate exceeded')],
        ['rate_limited', 400, aws('ThrottlingException', 'Rate exceeded')],
        ['rejected', 400, aws('ValidationError', 'Validation')],
        ['unavailable', 503, aws('ServiceUnavailable', 'Unavailable')],
        ['unavailable', 500, aws('InternalFailure', 'Internal')],
      ],
    },
  },
  {
    id: 'messagebird',
    answers: {
      'https://developers.messagebird.com/api/#api-errors': [
        ['sent', 201, { id: 'e8077d80', recipients: { totalCount: 1 } }],
        ['auth', 401, bird(2, 'Request not allowed (incorrect access_key)')],
        ['rejected', 422, bird(9, 'no (correct) recipients found')],
        ['rejected', 422, bird(10, 'recipients is invalid')],
        ['rejected', 404, bird(20, 'message not found')],
        ['rejected', 400, bird(21, 'Bad request')],
        ['account', 402, bird(25, 'Not enough balance')],
        ['account', 422, bird(25, 'Not enough balance')],
        ['unavailable', 500, bird(99, 'Internal error')],
        ['rejected', 422, bird(101, 'Duplicate entry')],
        ['rejected', 405, bird(98, 'API not found')],
        ['rate_limited', 429, bird(2, 'Too many requests')],
        ...down,
      ],
    },
  },
  {
    id: 'telnyx',
    answers: {
      'https://developers.telnyx.com/development/api-fundamentals/api-errors': [
        ['sent', 200, { data: { id: '40385f64', to: [{ status: 'queued' }] } }],
        ['rejected', 422, telnyx('10002', 'Invalid phone number')],
        ['rejected', 422, telnyx('10004', 'Missing required parameter')],
        ['rejected', 404, telnyx('10005', 'Resource not found')],
        ['unavailable', 500, telnyx('10007', 'Unexpected error')],
        ['unavailable', 408, telnyx('10008', 'Request timeout')],
        ['auth', 401, telnyx('10009', 'Authentication failed')],
        ['auth', 403, telnyx('10010', 'Authorization failed')],
        ['rate_limited', 429, telnyx('10011', 'Too many requests')],
        ['rejected', 400, telnyx('10015', 'Bad Request')],
        ['rejected', 422, telnyx('10016', 'Phone number must be in +E.164 format')],
        ['account', 403, telnyx('20100', 'Insufficient Funds')],
        ['account', 402, telnyx('20100', 'Insufficient Funds')],
        ['unavailable', 503, telnyx('10007', 'Service unavailable')],
      ],
      'https://developers.telnyx.com/docs/messaging/messages/error-codes': [
        ['rejected', 400, telnyx('40300', 'Blocked due to STOP message')],
        ['rejected', 400, telnyx('40302', 'Message too large')],
        ['configuration', 400, telnyx('40305', "Invalid 'from' address")],
        ['rejected', 400, telnyx('40310', "Invalid 'to' address")],
        ['account', 400, telnyx('40312', 'Messaging profile disabled')],
        ['rate_limited', 400, telnyx('40318', 'Message queue full')],
        ['configuration', 400, telnyx('40319', "Incompatible 'from' and 'to'")],
      ],
    },
  },
  {
    id: 'plivo',
    answers: {
      'https://docs.plivo.com/docs/messaging/api/response': [
        ['sent', 202, { api_id: 'a', message: 'message(s) queued', message_uuid: ['db3ce55a'] }],
        ['rejected', 400, plivo('dst parameter is required')],
        ['rejected', 400, plivo('9999 is not a valid phone number')],
        ['auth', 401, 'Could not verify your access level for that URL.'],
        ['account', 402, plivo('insufficient credits')],
        ['rejected', 404, plivo('not found')],
        ['rejected', 405, plivo('HTTP method is not allowed')],
        ['rate_limited', 429, plivo('too many requests')],
        ...down,
      ],
    },
  },
  {
    id: 'sinch',
    answers: {
      'https://developers.sinch.com/docs/sms/api-reference/status-codes/': [
        ['sent', 201, { id: '01FC66621XXXXX119Z8PMV1QPQ', to: ['15558675310'] }],
        ['rejected', 400, sinch('syntax_invalid_json', 'Invalid JSON')],
        ['rejected', 400, sinch('syntax_invalid_parameter_format', 'Invalid phone number')],
        ['rejected', 400, sinch('syntax_constraint_violation', 'The syntax constraint was violated')],
        ['auth', 401, ''],
        ['auth', 403, sinch('unauthorized', 'Unauthorized')],
        ['rejected', 403, sinch('illegal_number_type', 'Only mobile numbers are allowed')],
        ['account', 403, sinch('missing_svc_conf', 'The service plan is not configured')],
        ['rejected', 403, sinch('message_expired', 'The message has expired')],
        ['rejected', 403, sinch('blocked_number', 'The number is blocked')],
        ['configuration', 404, ''],
        ['rate_limited', 429, ''],
        ...down,
      ],
    },
  },
  {
    id: 'infobip-sms',
    answers: {
      'https://www.infobip.com/docs/essentials/api-essentials/response-status-and-error-codes': [
        ['sent', 200, infobip('PENDING', 'PENDING_ACCEPTED')],
        ['sent', 200, infobip('PENDING', 'PENDING_ENROUTE')],
        ['sent', 200, infobip('DELIVERED', 'DELIVERED_TO_OPERATOR')],
        ['rejected', 200, infobip('REJECTED', 'REJECTED_DESTINATION')],
        ['rejected', 200, infobip('REJECTED', 'REJECTED_PREFIX_MISSING')],
        ['rejected', 200, infobip('REJECTED', 'REJECTED_INVALID_DESTINATION')],
        ['rejected', 200, infobip('REJECTED', 'REJECTED_DESTINATION_ON_BLOCKLIST')],
        ['rejected', 200, infobip('UNDELIVERABLE', 'UNDELIVERABLE_REJECTED_OPERATOR')],
        ['account', 200, infobip('REJECTED', 'REJECTED_NOT_ENOUGH_CREDITS')],
        ['account', 200, infobip('REJECTED', 'REJECTED_DESTINATION_NOT_REGISTERED')],
        ['configuration', 200, infobip('REJECTED', 'REJECTED_SENDER')],
        ['unavailable', 200, infobip('REJECTED', 'REJECTED_SYSTEM_ERROR')],
        ['account', 200, infobip('REJECTED', 'REJECTED_NETWORK')],
      ],
      'https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages': [
        [
          'rejected',
          400,
          infobipFault('E400', 'Request cannot be processed.', [
            { property: 'messages[0].destinations', violation: 'must not be empty' },
          ]),
        ],
        ['auth', 401, infobipFault('E401', 'The request lacks valid authentication credentials.')],
        ['auth', 403, infobipFault('E403', 'The server understood the request but refuses to authorize it.')],
        ['rate_limited', 429, infobipFault('E429', 'You have sent too many requests.')],
        ['unavailable', 500, infobipFault('E500', 'Something went wrong.')],
        [
          'auth',
          401,
          { requestError: { serviceException: { messageId: 'UNAUTHORIZED', text: 'Invalid login details' } } },
        ],
      ],
    },
  },
  {
    id: 'sms77',
    answers: {
      'https://docs.seven.io/en/rest-api/endpoints/sms': [
        ['sent', 200, seven('100')],
        ['rejected', 200, seven('201')],
        ['rejected', 200, seven('202')],
        ['rejected', 200, seven('301')],
        ['rejected', 200, seven('305')],
        ['rejected', 200, seven('401')],
        ['rejected', 200, seven('402')],
        ['rate_limited', 200, seven('403')],
        ['account', 200, seven('500')],
        ['unavailable', 200, seven('600')],
        ['unavailable', 200, seven('700')],
        ['auth', 200, seven('900')],
        ['auth', 200, '900'],
        ['auth', 200, seven('902')],
        ['auth', 200, seven('903')],
        ['auth', 401, '900'],
        ...down,
      ],
    },
  },
  {
    id: 'clicksend',
    answers: {
      'https://developers.clicksend.com/docs/messaging/sms': [
        ['sent', 200, clicksend('SUCCESS')],
        ['rejected', 200, clicksend('INVALID_RECIPIENT')],
        ['rejected', 200, clicksend('EMPTY_MESSAGE')],
        ['rejected', 200, clicksend('DUPLICATE_RECIPIENT')],
        ['rejected', 200, clicksend('OPTED_OUT')],
        ['account', 200, clicksend('INSUFFICIENT_CREDIT')],
        ['account', 200, clicksend('COUNTRY_NOT_ENABLED')],
        ['configuration', 200, clicksend('INVALID_SENDER_ID')],
        ['rate_limited', 200, clicksend('THROTTLED')],
      ],
      'https://developers.clicksend.com/docs/errors/': [
        ['rejected', 400, clicksent(400, 'BAD_REQUEST', 'The request was invalid')],
        ['auth', 401, clicksent(401, 'UNAUTHORIZED', 'Authorization failed.')],
        ['auth', 403, clicksent(403, 'FORBIDDEN', 'The user does not have permission')],
        ['rejected', 404, clicksent(404, 'NOT_FOUND', 'Resource was not found.')],
        ['rate_limited', 429, clicksent(429, 'TOO_MANY_REQUESTS', 'Rate limit exceeded.')],
        ['unavailable', 500, clicksent(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong.')],
      ],
    },
  },
  {
    id: 'brevo-sms',
    answers: {
      'https://developers.brevo.com/reference/sendtransacsms': [
        ['sent', 201, { reference: 'ab1c', messageId: 1511882900176220 }],
        ['rejected', 400, brevo('invalid_parameter', 'Invalid telephone number')],
        ['account', 402, brevo('not_enough_credits', 'Not enough SMS credits')],
        ['account', 400, brevo('account_under_validation', 'Your account is under validation.')],
      ],
      'https://developers.brevo.com/docs/how-it-works#error-codes': [
        ['auth', 401, brevo('unauthorized', 'Key not found')],
        ['account', 403, brevo('permission_denied', 'SMS is not activated for the account')],
        ['rate_limited', 429, brevo('too_many_requests', 'Too many requests'), { 'x-sib-ratelimit-reset': '5' }],
        ...down,
      ],
    },
  },
  {
    id: 'forty-six-elks',
    answers: {
      'https://46elks.com/docs/send-sms': [
        ['sent', 200, { id: 's17a6dafb', status: 'created' }],
        ['rejected', 400, 'Invalid to number'],
        ['rejected', 400, 'Missing key message'],
        ['auth', 401, 'API access requires Basic HTTP authentication.'],
        ['account', 403, 'Not enough credits'],
        ['rate_limited', 429, 'Too many requests'],
        ...down,
      ],
    },
  },
];
