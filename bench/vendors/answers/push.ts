/** Documented responses of push notification vendors. */
import { DOWN, type VendorAnswers } from './documented.ts';

const fcm = (code: number, status: string, errorCode: string | undefined, message: string) => ({
  error: {
    code,
    status,
    message,
    ...(errorCode && {
      details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }],
    }),
  },
});
const apns = (reason: string) => ({ reason });
const ticket = (error: string | undefined, message: string) => ({
  data: { status: 'error', message, ...(error && { details: { error } }) },
});
const expo = (code: string, message: string) => ({ errors: [{ code, message }] });
const oneSignal = (errors: unknown, id?: string) => ({ ...(id !== undefined && { id }), errors });
const beams = (error: string, description: string) => ({ error, description });

export const PUSH: readonly VendorAnswers[] = [
  {
    id: 'fcm',
    answers: {
      'https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode': [
        ['sent', 200, { name: 'projects/shop-1/messages/0:1500415314455276' }],
        ['rejected', 400, fcm(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', 'Invalid JSON payload received.')],
        [
          'token_gone',
          400,
          fcm(
            400,
            'INVALID_ARGUMENT',
            'INVALID_ARGUMENT',
            'The registration token is not a valid FCM registration token',
          ),
        ],
        ['token_gone', 404, fcm(404, 'NOT_FOUND', 'UNREGISTERED', 'Requested entity was not found.')],
        ['rejected', 403, fcm(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH', 'SenderId mismatch')],
        [
          'rate_limited',
          429,
          fcm(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED', 'Quota exceeded'),
          { 'retry-after': '60' },
        ],
        ['unavailable', 503, fcm(503, 'UNAVAILABLE', 'UNAVAILABLE', 'The service is currently unavailable.')],
        ['unavailable', 500, fcm(500, 'INTERNAL', 'INTERNAL', 'Internal error encountered.')],
        [
          'auth',
          401,
          fcm(401, 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR', 'Auth error from APNS or Web Push Service'),
        ],
      ],
      'https://firebase.google.com/docs/cloud-messaging/error-codes': [
        ['auth', 401, fcm(401, 'UNAUTHENTICATED', undefined, 'Request had invalid authentication credentials.')],
        ['auth', 403, fcm(403, 'PERMISSION_DENIED', undefined, "Permission 'cloudmessaging.messages.create' denied")],
        ['configuration', 404, fcm(404, 'NOT_FOUND', undefined, 'Project not found')],
        ['rejected', 400, fcm(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', 'Message is too big')],
        ['rejected', 400, fcm(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', 'Invalid data payload key: from')],
      ],
    },
  },
  {
    id: 'apns',
    http2: true,
    answers: {
      'https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns': [
        ['sent', 200, '', { 'apns-id': 'a' }],
        ['rejected', 400, apns('BadCollapseId')],
        ['rejected', 400, apns('BadDeviceToken')],
        ['rejected', 400, apns('BadExpirationDate')],
        ['rejected', 400, apns('BadMessageId')],
        ['rejected', 400, apns('BadPriority')],
        ['configuration', 400, apns('BadTopic')],
        ['rejected', 400, apns('DeviceTokenNotForTopic')],
        ['rejected', 400, apns('DuplicateHeaders')],
        ['unavailable', 400, apns('IdleTimeout')],
        ['rejected', 400, apns('InvalidPushType')],
        ['rejected', 400, apns('MissingDeviceToken')],
        ['configuration', 400, apns('MissingTopic')],
        ['rejected', 400, apns('PayloadEmpty')],
        ['configuration', 400, apns('TopicDisallowed')],
        ['auth', 403, apns('BadCertificate')],
        ['auth', 403, apns('BadCertificateEnvironment')],
        ['auth', 403, apns('ExpiredProviderToken')],
        ['auth', 403, apns('Forbidden')],
        ['auth', 403, apns('InvalidProviderToken')],
        ['auth', 403, apns('MissingProviderToken')],
        ['auth', 403, apns('UnrelatedKeyIdInToken')],
        ['auth', 403, apns('BadEnvironmentKeyIdInToken')],
        ['rejected', 404, apns('BadPath')],
        ['rejected', 405, apns('MethodNotAllowed')],
        ['token_gone', 410, apns('ExpiredToken')],
        ['token_gone', 410, apns('Unregistered')],
        ['rejected', 413, apns('PayloadTooLarge')],
        ['rate_limited', 429, apns('TooManyProviderTokenUpdates')],
        ['rate_limited', 429, apns('TooManyRequests')],
        ['unavailable', 500, apns('InternalServerError')],
        ['unavailable', 503, apns('ServiceUnavailable')],
        ['unavailable', 503, apns('Shutdown')],
      ],
    },
  },
  {
    id: 'expo',
    answers: {
      'https://docs.expo.dev/push-notifications/sending-notifications/#push-ticket-errors': [
        ['sent', 200, { data: { status: 'ok', id: 'XXXXXXXX-XXXX' } }],
        [
          'token_gone',
          200,
          ticket('DeviceNotRegistered', '"ExponentPushToken[x]" is not a registered push notification recipient'),
        ],
        ['rejected', 200, ticket('MessageTooBig', 'The total notification payload was too large')],
        ['rate_limited', 200, ticket('MessageRateExceeded', 'Too many messages to this device')],
        ['auth', 200, ticket('InvalidCredentials', 'The push credentials of the app are invalid')],
        ['auth', 200, ticket('MismatchSenderId', 'The FCM sender id does not match')],
        ['unavailable', 200, ticket('ExpoError', 'An error of Expo')],
        ['unavailable', 200, ticket('ProviderError', 'An error of FCM or APNs')],
        ['rejected', 200, ticket(undefined, 'Unknown')],
      ],
      'https://docs.expo.dev/push-notifications/sending-notifications/#request-errors': [
        ['rate_limited', 429, expo('TOO_MANY_REQUESTS', 'More than 600 notifications per second')],
        [
          'rejected',
          400,
          expo(
            'PUSH_TOO_MANY_EXPERIENCE_IDS',
            'All push notification messages in the same request must be for the same project',
          ),
        ],
        ['rejected', 400, expo('PUSH_TOO_MANY_NOTIFICATIONS', 'More than 100 notifications')],
        ['rejected', 413, expo('PAYLOAD_TOO_LARGE', 'Too large')],
        ['rejected', 400, expo('VALIDATION_ERROR', '"to" is invalid')],
      ],
      'https://docs.expo.dev/push-notifications/sending-notifications/#additional-security': [
        ['auth', 401, expo('UNAUTHORIZED', 'The bearer token is invalid')],
        ['auth', 403, expo('FORBIDDEN', 'Insufficient permissions to send push notifications')],
        ...DOWN,
      ],
    },
  },
  {
    id: 'one-signal',
    answers: {
      'https://documentation.onesignal.com/reference/push-notification': [
        ['sent', 200, { id: '458dcec4', external_id: null }],
        ['recipient', 200, oneSignal(['All included players are not subscribed'], '')],
        ['token_gone', 200, oneSignal({ invalid_player_ids: ['device-token-1'] }, '')],
        ['token_gone', 200, oneSignal({ invalid_subscription_ids: ['device-token-1'] }, '')],
        ['recipient', 200, oneSignal({ invalid_external_user_ids: ['jane'] }, '')],
        ['recipient', 200, oneSignal({ invalid_aliases: { external_id: ['jane'] } }, '')],
        ['rejected', 400, oneSignal(['Message Notifications must have English language content'])],
        ['rejected', 400, oneSignal(['Notification content must not be null for any languages.'])],
        [
          'configuration',
          400,
          oneSignal(['app_id not found. You may be missing a Content-Type: application/json header.']),
        ],
        ['rejected', 409, oneSignal(['Duplicate idempotency key'])],
      ],
      'https://documentation.onesignal.com/reference/rate-limits': [
        ['rate_limited', 429, oneSignal(['API rate limit exceeded']), { 'retry-after': '60' }],
      ],
      'https://documentation.onesignal.com/docs/en/keys-and-ids#api-keys': [
        [
          'auth',
          403,
          oneSignal(["Access denied.  Please include an 'Authorization: ...' header with a valid API key"]),
        ],
        ['auth', 401, oneSignal(['Unauthorized'])],
        ...DOWN,
      ],
    },
  },
  {
    id: 'pushpad',
    answers: {
      'https://pushpad.xyz/docs/rest_api': [
        ['sent', 201, { id: 123, scheduled: 1, uids: ['device-token-1'] }],
        ['recipient', 201, { id: 123, scheduled: 0, uids: [] }],
        ['auth', 401, { error: 'Unauthorized' }],
        ['account', 402, { error: 'Payment required' }],
        ['auth', 403, { error: 'Forbidden' }],
        ['configuration', 404, { error: 'Project not found' }],
        ['rejected', 422, { errors: { body: ["can't be blank"] } }],
        ['rate_limited', 429, { error: 'Too many requests' }],
        ...DOWN,
      ],
    },
  },
  {
    id: 'pusher-beams',
    answers: {
      'https://pusher.com/docs/beams/reference/publish-api/': [
        ['sent', 200, { publishId: 'pubid-1' }],
        ['rejected', 400, beams('Bad request', 'Could not parse the body')],
        ['auth', 401, beams('Unauthorized', 'Incorrect API Key')],
        ['auth', 403, beams('Forbidden', 'Not allowed')],
        ['configuration', 404, beams('Instance not found', 'Could not find the instance')],
        ['rejected', 413, beams('Request body too large', 'Max 10 KiB')],
        ['rejected', 422, beams('Unprocessable entity', '`users` is required')],
        ['rate_limited', 429, beams('Too many requests', 'Slow down')],
        ...DOWN,
      ],
    },
  },
];
