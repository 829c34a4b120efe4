import { textOf } from '#lib/providers/credential.ts';
import { chatProvider, optional } from '#lib/providers/definition.ts';
import { type Credentials, type HttpRequest, httpProvider } from '#lib/providers/http/http.ts';
import type { ChatMessage } from '#lib/providers/message.ts';

export const provider = chatProvider({
  id: 'grafana-on-call',
  displayName: 'Grafana On Call Webhook',
  color: '#f46800',
  availability: 'legacy',
  availabilityNote: 'Grafana OnCall is archived as open source; Grafana Cloud still offers it.',
  docsLink: 'https://grafana.com/docs/oncall/latest/integrations/webhook/',
  credentials: [
    optional('alertUid', 'Alert UID', { advanced: true }),
    optional('title', 'Title', { advanced: true }),
    optional('imageUrl', 'Image URL', { advanced: true }),
    optional('state', 'Alert State', { advanced: true }),
    optional('externalLink', 'External Link', { advanced: true }),
  ],
  ...httpProvider<'chat'>({
    // The webhook URL contains its token.
    auth: () => ({ headers: {} }),
    request,
    isAccessOfRecipient: () => true,
    casing: 'snake',
    // The response has no message ID.
    messageId: () => undefined,
    idIsOptional: true,
  }),
});

/**
 * Returns the request to a formatted webhook: https://grafana.com/docs/oncall/latest/integrations/webhook/. Alerts with
 * the same `alert_uid` form one alert group, so a repeated message creates no second group.
 */
function request({ id, content, target }: ChatMessage, credentials: Credentials): HttpRequest {
  const { webhookUrl = '', alertUid, title, imageUrl, state, externalUrl } = target;
  const optionals = {
    title: title || textOf(credentials, 'title'),
    image_url: imageUrl || textOf(credentials, 'imageUrl'),
    state: state || textOf(credentials, 'state'),
    link_to_upstream_details: externalUrl || textOf(credentials, 'externalLink'),
  };
  return {
    url: webhookUrl,
    json: {
      alert_uid: alertUid || textOf(credentials, 'alertUid') || id,
      ...Object.fromEntries(Object.entries(optionals).filter(([, value]) => value !== '')),
      message: content,
    },
    secrets: [webhookUrl],
  };
}
