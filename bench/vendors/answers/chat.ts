/** Documented responses of chat tools. */
import type { DocumentedAnswer, VendorAnswers } from './documented.ts';

const slack = (error: string) => ({ ok: false, error });
const discord = (code: number, message: string, more: object = {}) => ({ message, code, ...more });
const telegram = (error_code: number, description: string, parameters?: object) => ({
  ok: false,
  error_code,
  description,
  ...(parameters && { parameters }),
});
const meta = (code: number, message: string, details?: string) => ({
  error: { message, type: 'OAuthException', code, ...(details && { error_data: { details } }), fbtrace_id: 'A' },
});
const mattermost = (id: string, message: string, status_code: number) => ({
  id,
  message,
  status_code,
  request_id: 'r',
});
const zulip = (code: string, msg: string) => ({ result: 'error', msg, code });
const teams = (code: string, message: string) => ({ error: { code, message } });
const connector = (status: number) =>
  `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error ${status} with ContextId x`;

const down: readonly DocumentedAnswer[] = [
  ['unavailable', 500, 'Internal Server Error'],
  ['unavailable', 502, 'Bad Gateway'],
  ['unavailable', 503, 'Service Unavailable'],
];

export const CHAT: readonly VendorAnswers[] = [
  {
    id: 'slack',
    target: () => ({ channel: 'C1', oauthAccessToken: 'xoxb-1' }),
    answers: {
      'https://docs.slack.dev/reference/methods/chat.postMessage': [
        ['sent', 200, { ok: true, channel: 'C1', ts: '1503435956.000247' }],
        ['recipient', 200, slack('channel_not_found')],
        ['recipient', 200, slack('not_in_channel')],
        ['recipient', 200, slack('is_archived')],
        ['recipient', 200, slack('restricted_action')],
        ['rejected', 200, slack('cannot_reply_to_message')],
        ['rejected', 200, slack('msg_too_long')],
        ['rejected', 200, slack('no_text')],
        ['rejected', 200, slack('invalid_blocks')],
        ['rejected', 200, slack('too_many_attachments')],
        ['recipient', 200, slack('messages_tab_disabled')],
        ['rate_limited', 200, slack('rate_limited')],
        ['rate_limited', 200, slack('message_limit_exceeded')],
        ['rate_limited', 429, slack('ratelimited'), { 'retry-after': '30' }],
        ['recipient', 200, slack('invalid_auth')],
        ['recipient', 200, slack('not_authed')],
        ['recipient', 200, slack('account_inactive')],
        ['recipient', 200, slack('token_revoked')],
        ['recipient', 200, slack('token_expired')],
        ['recipient', 200, slack('no_permission')],
        ['recipient', 200, slack('missing_scope')],
        ['recipient', 200, slack('access_denied')],
        ['recipient', 200, slack('org_login_required')],
        ['recipient', 200, slack('ekm_access_denied')],
        ['recipient', 200, slack('team_access_not_granted')],
        ['unavailable', 200, slack('internal_error')],
        ['unavailable', 200, slack('fatal_error')],
        ['unavailable', 200, slack('service_unavailable')],
        ['unavailable', 200, slack('request_timeout')],
        ['unavailable', 200, slack('team_added_to_org')],
        ['rejected', 200, slack('invalid_arguments')],
      ],
    },
  },
  {
    id: 'slack',
    target: (at) => ({ webhookUrl: `${at}/services/T0/B0/key-1` }),
    answers: {
      'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors': [
        ['sent', 200, 'ok'],
        ['rejected', 400, 'invalid_payload'],
        ['rejected', 400, 'no_text'],
        ['rejected', 400, 'too_many_attachments'],
        ['recipient', 400, 'user_not_found'],
        ['recipient', 403, 'action_prohibited'],
        ['recipient', 403, 'invalid_token'],
        ['recipient', 403, 'posting_to_general_channel_denied'],
        ['recipient', 404, 'channel_not_found'],
        ['token_gone', 404, 'no_service'],
        ['token_gone', 404, 'no_team'],
        ['token_gone', 404, 'no_active_hooks'],
        ['token_gone', 404, 'no_service_id'],
        ['recipient', 410, 'channel_is_archived'],
        ['recipient', 403, 'team_disabled'],
        ['rate_limited', 429, 'rate_limited', { 'retry-after': '1' }],
        ['unavailable', 500, 'rollup_error'],
      ],
    },
  },
  {
    id: 'discord',
    target: (at) => ({ webhookUrl: `${at}/api/webhooks/1/key-1` }),
    answers: {
      'https://docs.discord.com/developers/topics/opcodes-and-status-codes#json': [
        ['sent', 200, { id: '1478001', channel_id: '1' }],
        ['recipient', 401, discord(0, '401: Unauthorized')],
        ['recipient', 403, discord(50013, 'Missing Permissions')],
        ['recipient', 403, discord(50001, 'Missing Access')],
        ['rejected', 403, discord(240000, 'Message blocked by harmful links filter')],
        ['recipient', 404, discord(10003, 'Unknown Channel')],
        ['token_gone', 404, discord(10015, 'Unknown Webhook')],
        ['token_gone', 401, discord(50027, 'Invalid Webhook Token')],
        ['rejected', 400, discord(50006, 'Cannot send an empty message')],
        [
          'rejected',
          400,
          discord(50035, 'Invalid Form Body', {
            errors: {
              content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] },
            },
          }),
        ],
        ['rejected', 400, discord(50109, 'The request body contains invalid JSON.')],
        ['recipient', 400, discord(50083, 'Thread is archived')],
        ['rejected', 413, discord(40005, 'Request entity too large')],
      ],
      'https://docs.discord.com/developers/topics/rate-limits': [
        ['rate_limited', 429, { message: 'You are being rate limited.', retry_after: 64.57, global: false }],
        [
          'rate_limited',
          429,
          { message: 'You are being rate limited.', retry_after: 0.3, global: true },
          { 'retry-after': '1' },
        ],
        ...down,
      ],
    },
  },
  {
    id: 'msteams',
    target: (at) => ({ webhookUrl: `${at}/workflows/1/triggers/manual/paths/invoke?sig=key-1` }),
    answers: {
      'https://learn.microsoft.com/en-us/azure/logic-apps/logic-apps-http-endpoint': [
        ['sent', 202, ''],
        ['sent', 200, ''],
        ['rejected', 400, teams('InvalidRequestContent', 'The request content is not valid JSON')],
        [
          'recipient',
          401,
          teams('DirectApiAuthorizationRequired', 'The request must be authenticated with a signature.'),
        ],
        ['recipient', 403, teams('AuthorizationFailed', 'The authorization failed')],
        ['token_gone', 404, teams('WorkflowNotFound', 'The workflow could not be found.')],
        [
          'token_gone',
          400,
          teams('WorkflowTriggerIsNotEnabled', 'Could not execute workflow trigger due to trigger state Disabled'),
        ],
        ['token_gone', 410, ''],
        ['rejected', 413, teams('RequestEntityTooLarge', 'Too large')],
        ['rate_limited', 429, teams('TooManyRequests', 'Rate limit is exceeded.'), { 'retry-after': '20' }],
        ...down,
      ],
      'https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using': [
        ['sent', 200, '1'],
        ['rate_limited', 200, connector(429)],
        ['rejected', 200, connector(413)],
        ['unavailable', 200, connector(500)],
        ['recipient', 200, connector(403)],
        ['token_gone', 200, connector(404)],
      ],
    },
  },
  {
    id: 'telegram',
    target: () => ({ channel: '42' }),
    answers: {
      'https://github.com/tdlib/telegram-bot-api/blob/master/telegram-bot-api/Client.cpp': [
        ['recipient', 403, telegram(403, "Forbidden: bot can't initiate conversation with a user")],
        ['recipient', 403, telegram(403, "Forbidden: bot can't send messages to bots")],
        ['recipient', 403, telegram(403, 'Forbidden: bot is not a member of the channel chat')],
        ['recipient', 403, telegram(403, 'Forbidden: bot is not a member of the supergroup chat')],
        ['token_gone', 403, telegram(403, 'Forbidden: bot was blocked by the user')],
        ['token_gone', 403, telegram(403, 'Forbidden: bot was kicked from the group chat')],
        ['token_gone', 403, telegram(403, 'Forbidden: bot was kicked from the channel chat')],
        ['token_gone', 403, telegram(403, 'Forbidden: the group chat was deleted')],
        ['token_gone', 403, telegram(403, 'Forbidden: user is deactivated')],
        ['recipient', 400, telegram(400, 'Bad Request: have no rights to send a message')],
        ['recipient', 400, telegram(400, 'Bad Request: not enough rights to send text messages to the chat')],
        ['recipient', 400, telegram(400, 'Bad Request: need administrator rights in the channel chat')],
        ['token_gone', 400, telegram(400, 'Bad Request: chat not found')],
        ['rejected', 400, telegram(400, 'Bad Request: message text is empty')],
        ['rejected', 400, telegram(400, 'Bad Request: message is too long')],
        ['rejected', 400, telegram(400, "Bad Request: can't parse entities: Unsupported start tag")],
        ['recipient', 400, telegram(400, 'Bad Request: TOPIC_CLOSED')],
        ['recipient', 400, telegram(400, 'Bad Request: chat_id is empty')],
      ],
      'https://core.telegram.org/bots/api#making-requests': [
        ['sent', 200, { ok: true, result: { message_id: 4711 } }],
        ['auth', 401, telegram(401, 'Unauthorized')],
        ['auth', 404, telegram(404, 'Not Found')],
        ['rate_limited', 429, telegram(429, 'Too Many Requests: retry after 35', { retry_after: 35 })],
        ['unavailable', 500, telegram(500, 'Internal Server Error')],
        ['unavailable', 502, 'Bad Gateway'],
      ],
    },
  },
  {
    id: 'whatsapp-business',
    target: () => ({ phoneNumber: '+15558675310' }),
    answers: {
      'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes': [
        ['sent', 200, { messaging_product: 'whatsapp', contacts: [{ wa_id: '1' }], messages: [{ id: 'wamid.1' }] }],
        ['auth', 401, meta(0, 'AuthException')],
        ['auth', 500, meta(3, 'API Method')],
        ['auth', 403, meta(10, 'Permission Denied')],
        ['auth', 401, meta(190, 'Access token has expired')],
        ['auth', 403, meta(200, 'API Permission')],
        ['rate_limited', 400, meta(4, 'API Too Many Calls')],
        ['rate_limited', 400, meta(80007, 'Rate limit issues')],
        ['rate_limited', 400, meta(130429, 'Rate limit hit')],
        ['rate_limited', 400, meta(131048, 'Spam Rate limit hit')],
        ['rate_limited', 400, meta(131056, '(Business Account, Consumer Account) pair rate limit hit')],
        ['rate_limited', 400, meta(133016, 'Account register deregister rate limit exceeded')],
        ['account', 403, meta(368, 'Temporarily blocked for policies violations')],
        ['account', 400, meta(130497, 'Business account is restricted from messaging users in this country.')],
        ['account', 403, meta(131031, 'Account has been locked')],
        ['unavailable', 503, meta(1, 'API Unknown')],
        ['unavailable', 503, meta(2, 'API Service')],
        ['rejected', 400, meta(33, 'Parameter value is not valid')],
        ['rejected', 400, meta(100, 'Invalid parameter')],
        ['recipient', 400, meta(130472, "User's number is part of an experiment")],
        ['unavailable', 500, meta(131000, 'Something went wrong')],
        ['auth', 403, meta(131005, 'Access denied')],
        ['rejected', 400, meta(131008, 'Required parameter is missing')],
        ['rejected', 400, meta(131009, 'Parameter value is not valid')],
        ['unavailable', 503, meta(131016, 'Service unavailable')],
        ['recipient', 400, meta(131021, 'Recipient cannot be sender')],
        ['recipient', 400, meta(131026, 'Message undeliverable')],
        ['account', 402, meta(131042, 'Business eligibility payment issue')],
        ['account', 500, meta(131045, 'Incorrect certificate')],
        ['recipient', 400, meta(131047, 'Re-engagement message')],
        ['recipient', 400, meta(131050, 'User has stopped marketing messages')],
        ['rejected', 400, meta(131051, 'Unsupported message type')],
        ['unavailable', 500, meta(131057, 'Account in maintenance mode')],
        ['rejected', 400, meta(132000, 'Template Param Count Mismatch')],
        ['rejected', 404, meta(132001, 'Template does not exist')],
        ['account', 400, meta(133010, 'Phone number Not Registered')],
        ['unavailable', 503, meta(133004, 'Server Temporarily Unavailable')],
        [
          'configuration',
          400,
          meta(
            100,
            "Unsupported post request. Object with ID '1' does not exist, cannot be loaded due to missing permissions",
          ),
        ],
      ],
    },
  },
  {
    id: 'mattermost',
    target: (at) => ({ webhookUrl: `${at}/hooks/key-1` }),
    answers: {
      'https://github.com/mattermost/mattermost/blob/master/server/channels/app/webhook.go': [
        ['sent', 200, 'ok'],
        ['token_gone', 400, mattermost('web.incoming_webhook.invalid.app_error', 'Invalid webhook.', 400)],
        ['rejected', 400, mattermost('web.incoming_webhook.parse.app_error', 'Unable to parse incoming data.', 400)],
        ['rejected', 400, mattermost('web.incoming_webhook.text.app_error', 'No text specified.', 400)],
        [
          'rejected',
          400,
          mattermost('web.incoming_webhook.text.length.app_error', 'Maximum text length is 4000 characters', 400),
        ],
        ['recipient', 404, mattermost('web.incoming_webhook.channel.app_error', "Couldn't find the channel.", 404)],
        [
          'recipient',
          403,
          mattermost(
            'web.incoming_webhook.channel_locked.app_error',
            'This webhook is not permitted to post to the requested channel.',
            403,
          ),
        ],
        [
          'recipient',
          403,
          mattermost('web.incoming_webhook.permissions.app_error', 'Inappropriate channel permissions.', 403),
        ],
        ['recipient', 400, mattermost('web.incoming_webhook.user.app_error', "Couldn't find the user: x", 400)],
        [
          'recipient',
          501,
          mattermost(
            'web.incoming_webhook.disabled.app_error',
            'Incoming webhooks have been disabled by the system admin.',
            501,
          ),
        ],
      ],
      'https://developers.mattermost.com/api-documentation/#/#error-handling': [
        ['rate_limited', 429, 'limit exceeded', { 'x-ratelimit-reset': '4' }],
        ...down,
      ],
    },
  },
  {
    id: 'zulip',
    target: (at) => ({ webhookUrl: `${at}/api/v1/external/slack_incoming?api_key=key-1&stream=orders` }),
    answers: {
      'https://zulip.com/api/rest-error-handling': [
        ['sent', 200, { result: 'success', msg: '' }],
        ['sent', 200, { ok: true }],
        ['token_gone', 401, zulip('INVALID_API_KEY', 'Invalid API key')],
        ['token_gone', 403, zulip('USER_DEACTIVATED', 'Account is deactivated')],
        ['recipient', 401, zulip('UNAUTHORIZED', 'Not logged in')],
        ['recipient', 403, zulip('REALM_DEACTIVATED', 'This organization has been deactivated')],
        ['recipient', 400, zulip('STREAM_DOES_NOT_EXIST', "Channel 'orders' does not exist")],
        ['rejected', 400, zulip('BAD_REQUEST', 'Message must not be empty')],
        ['rejected', 400, zulip('REQUEST_VARIABLE_MISSING', "Missing 'text' argument")],
        ['rate_limited', 429, zulip('RATE_LIMIT_HIT', 'API usage exceeded rate limit'), { 'retry-after': '28' }],
        ...down,
      ],
    },
  },
  {
    id: 'grafana-on-call',
    target: (at) => ({ webhookUrl: `${at}/integrations/v1/formatted_webhook/key-1/` }),
    answers: {
      'https://github.com/grafana/oncall/blob/dev/engine/apps/integrations/mixins/alert_channel_defining_mixin.py': [
        ['sent', 200, 'Ok.'],
        ['recipient', 403, 'Integration key was not found. Permission denied.'],
        ['recipient', 401, 'Unauthorized'],
        ['rejected', 400, 'Bad request'],
      ],
      'https://grafana.com/docs/oncall/latest/integrations/webhook/': [
        ['rate_limited', 429, 'Integration was ratelimited.', { 'retry-after': '60' }],
        ...down,
      ],
    },
  },
];
