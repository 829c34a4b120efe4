import { BASE62, type Random } from './random.ts';
import type { Json } from './rows.ts';

/** Realistic answers of providers. */
export const ANSWERS = {
  postmark: (random: Random, to: string, at: Date): Json => ({
    To: to,
    SubmittedAt: at.toISOString(),
    MessageID: random.uuid(),
    ErrorCode: 0,
    Message: 'OK',
  }),
  sendgrid: (random: Random): Json => ({ statusCode: 202, headers: { 'x-message-id': random.text(22, BASE62) } }),
  twilio: (random: Random, to: string): Json => ({
    sid: `SM${random.text(32)}`,
    status: 'queued',
    to,
    num_segments: '1',
    error_code: null,
  }),
  messagebird: (random: Random): Json => ({
    id: random.text(32),
    recipients: { totalSentCount: 1, totalDeliveryFailedCount: 0 },
  }),
  fcm: (random: Random): Json => ({
    name: `projects/fennel-oak-app/messages/0:${random.text(16, '0123456789')}%${random.text(8)}`,
  }),
  expo: (random: Random): Json => ({ data: { status: 'ok', id: random.uuid() } }),
};

export const EMAIL_ERRORS = {
  unknownUser: (to: string): Json => ({
    RecordType: 'Bounce',
    Type: 'HardBounce',
    TypeCode: 1,
    Email: to,
    Details: `smtp;550 5.1.1 <${to}>: Recipient address rejected: mailbox unavailable`,
    CanActivate: true,
  }),
  mailboxFull: (to: string): Json => ({
    RecordType: 'Bounce',
    Type: 'SoftBounce',
    TypeCode: 4096,
    Email: to,
    Details: 'smtp;452 4.2.2 The recipient’s inbox is out of storage space',
  }),
  inactiveRecipient: (to: string): Json => ({
    ErrorCode: 406,
    Message: `Recipient marked as inactive after an earlier hard bounce or complaint: ${to}`,
  }),
  blocked: (to: string): Json => ({
    RecordType: 'Bounce',
    Type: 'Blocked',
    TypeCode: 100006,
    Email: to,
    Details: 'smtp;554 5.7.1 Service unavailable; client host blocked by a block list',
  }),
  outage: { statusCode: 503, message: 'Service Unavailable', requestId: 'b1f2' } as Json,
  rateLimit: {
    statusCode: 429,
    message: 'Rate limit exceeded',
    headers: { 'retry-after': '12', 'x-ratelimit-remaining': '0' },
  } as Json,
};

export const SMS_ERRORS = {
  invalidNumber: (to: string): Json => ({
    status: 400,
    code: 21211,
    message: `Invalid 'To' phone number: ${to.slice(0, 6)}XXXX`,
    more_info: 'https://www.twilio.com/docs/errors/21211',
  }),
  unreachable: (to: string): Json => ({
    MessageStatus: 'undelivered',
    ErrorCode: '30003',
    ErrorMessage: 'Unreachable destination handset',
    To: to,
  }),
  stopped: (): Json => ({ status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' }),
  rateLimit: { status: 429, code: 20429, message: 'Too Many Requests' } as Json,
  noRecipients: {
    errors: [{ code: 9, description: 'no (correct) recipients found', parameter: 'recipients' }],
  } as Json,
};

export const PUSH_ERRORS = {
  fcmGone: {
    error: {
      code: 404,
      message: 'Requested entity was not found.',
      status: 'NOT_FOUND',
      details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'UNREGISTERED' }],
    },
  } as Json,
  expoGone: {
    data: {
      status: 'error',
      message: 'The recipient device is not registered',
      details: { error: 'DeviceNotRegistered' },
    },
  } as Json,
  expiredKey: {
    error: {
      code: 401,
      message: 'Request had invalid authentication credentials: the access token has expired',
      status: 'UNAUTHENTICATED',
    },
  } as Json,
};

export const CHAT_ERRORS: Record<string, Json> = {
  slack: {
    statusCode: 404,
    body: 'no_service',
    message: 'The webhook was removed or its channel archived (no_service)',
  },
  discord: { statusCode: 404, message: 'Unknown Webhook', code: 10015 },
};
