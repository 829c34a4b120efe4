import { withValues } from '#lib/providers/chat-language.ts';
import { chatProvider, optional } from '#lib/providers/definition.ts';
import { type HttpAnswer, httpProvider, type Refusal } from '#lib/providers/http/http.ts';
import { kindOf } from '#lib/providers/http/http-answer.ts';
import { cardOf, escapedCard, teamsValue } from '#lib/providers/teams-card.ts';

export const provider = chatProvider({
  id: 'msteams',
  displayName: 'Microsoft Teams',
  color: '#5059c9',
  availabilityNote: 'Connector URLs are retired: use the URL of a workflow.',
  docsLink: 'https://learn.microsoft.com/microsoftteams/platform/',
  credentials: [
    optional('clientId', 'Microsoft App ID', { unread: true }),
    optional('secretKey', 'Client Secret', { unread: true }),
    optional('tenantId', 'Directory (tenant) ID', { unread: true }),
    optional('redirectUrl', 'Redirect URL', { unread: true }),
  ],
  spoken: (message) => escapedCard(message) ?? withValues(message, teamsValue),
  ...httpProvider<'chat'>({
    // The URL of a workflow contains its signature, so no header is needed.
    auth: () => ({ headers: {} }),
    // Workflows accept only Adaptive Cards:
    // https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
    request: ({ id, content, target: { webhookUrl = '' } }) => ({
      url: webhookUrl,
      json: body(id, content),
      secrets: [webhookUrl],
    }),
    isAccessOfRecipient: () => true,
    accepted: ({ status, body }) => status >= 200 && status < 300 && innerStatus(body) === undefined,
    // The response has no message ID.
    messageId: () => undefined,
    idIsOptional: true,
    refusal,
  }),
});

/** Returns the request body. Content that is a JSON object is the author's card, or a message that contains a card. */
function body(id: string, content: string): Record<string, unknown> {
  const card = cardOf(content);
  if (card && card.type !== 'AdaptiveCard') return card;
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', content: card ?? textCard(id, content) };
  return { type: 'message', attachments: [attachment] };
}

function textCard(id: string, text: string) {
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ type: 'TextBlock', id, text, wrap: true }],
  };
}

/** The start of the body text that connectors return for a failure. Their HTTP status is 200 even then. */
const FAILED = 'Webhook message delivery failed with error:';

function innerStatus(body: string): string | undefined {
  const failed = body.indexOf(FAILED);
  return failed < 0 ? undefined : /HTTP error (\d{3})/.exec(body.slice(failed))?.[1];
}

function refusal({ status, body, json }: HttpAnswer): Refusal {
  const inner = innerStatus(body);
  if (status < 300 && inner) {
    const isGone = inner === '404' || inner === '410';
    return { kind: isGone ? 'token_gone' : kindOf(Number(inner)), code: inner, words: body.trim() };
  }
  const { message, code } = (json as { error?: { message?: string; code?: string } } | undefined)?.error ?? {};
  // The workflow was deleted or disabled.
  const isGone = status === 404 || status === 410 || code === 'WorkflowTriggerIsNotEnabled';
  return { words: message, code, ...(isGone && { kind: 'token_gone' }) };
}
