/**
 * Slack requests, used by both Slack providers: the customer's own app (chat/slack.ts) and the hosted app
 * (chat/svc-slack.ts).
 */
import { codeKinds } from '#lib/providers/http/answer-kinds.ts';
import { type HttpAnswer, type HttpRequest, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import { slackValue, withValues } from './chat-language.ts';
import { bearer, textAt } from './credential.ts';
import type { ChatMessage } from './message.ts';

export const slack = {
  spoken: (message: ChatMessage) => withValues(message, slackValue),
  ...httpProvider<'chat'>({
    // The token and the webhook URL belong to the recipient, not to the integration.
    auth: () => ({ headers: {} }),
    request,
    isAccessOfRecipient: () => true,
    casing: 'snake',
    accepted: ({ status, json, body }) => status === 200 && (isOk(json) ?? body === 'ok'),
    messageId: ({ json }) => textAt(json, 'ts'),
    idIsOptional: true,
    refusal,
  }),
};

/**
 * Returns the request: to the API if the recipient has a token and a channel
 * (https://docs.slack.dev/reference/methods/chat.postMessage), otherwise to an incoming webhook
 * (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks)
 */
function request({ id, content, target }: ChatMessage): HttpRequest {
  const token = target.oauthAccessToken ?? target.apiToken;
  if (token && target.channel) {
    return {
      url: 'https://slack.com/api/chat.postMessage',
      headers: bearer(token),
      json: {
        channel: target.channel,
        text: content,
        metadata: { event_type: 'message', event_payload: { message_id: id } },
      },
      secrets: [token],
    };
  }
  return { url: target.webhookUrl ?? '', json: { text: content }, secrets: [target.webhookUrl ?? ''] };
}

/**
 * Returns the `ok` field of the body, because the API responds with status 200 even for errors. Undefined for webhooks,
 * which return plain text.
 */
function isOk(json: unknown): boolean | undefined {
  const ok = (json as { ok?: unknown } | undefined)?.ok;
  return typeof ok === 'boolean' ? ok : undefined;
}

const kindOf = codeKinds({
  // The webhook or its workspace was removed.
  token_gone: 'no_service no_service_id no_active_hooks no_team',
  // Token, channel and webhook belong to the recipient, so a missing permission is not a fault of the integration.
  recipient: `invalid_auth not_authed account_inactive token_revoked token_expired no_permission missing_scope invalid_token
    access_denied org_login_required ekm_access_denied team_access_not_granted action_prohibited channel_not_found
    not_in_channel is_archived channel_is_archived restricted_action messages_tab_disabled user_not_found team_disabled
    posting_to_general_channel_denied`,
  rate_limited: 'rate_limited ratelimited message_limit_exceeded',
  unavailable: 'internal_error fatal_error service_unavailable request_timeout rollup_error team_added_to_org',
});

/**
 * Errors of the API: https://docs.slack.dev/reference/methods/chat.postMessage#errors. Errors of webhooks:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
 */
function refusal({ json, body, status }: HttpAnswer): Refusal {
  const code = textAt(json, 'error') ?? (/^[a-z_]{3,60}$/.test(body.trim()) ? body.trim() : undefined);
  if (code === undefined || status === 429) return { code, words: code };
  return { kind: kindOf(code) ?? (status < 500 ? 'rejected' : undefined), code, words: code };
}
