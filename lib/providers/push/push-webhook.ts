import { textAt, textOf } from '#lib/providers/credential.ts';
import { pushProvider, required, SIGNING_SECRET } from '#lib/providers/definition.ts';
import { httpProvider } from '#lib/providers/http/http.ts';
import { reachable } from '#lib/providers/http/reachable.ts';
import { signature } from '#lib/providers/http/signature.ts';

export const provider = pushProvider({
  id: 'push-webhook',
  displayName: 'Push Webhook',
  credentials: [
    required('webhookUrl', 'Webhook URL', { format: 'url' }),
    required('secretKey', 'Secret Hmac Key', SIGNING_SECRET),
  ],
  ...httpProvider<'push'>({
    auth: () => ({ headers: {} }),
    request: ({ id, token, title, content, data, subscriber, events = [] }, credentials) => ({
      url: textOf(credentials, 'webhookUrl'),
      isOwnServer: true,
      headers: { 'idempotency-key': id },
      json: {
        id,
        target: [token],
        title,
        content,
        payload: { ...data, ...(subscriber && { subscriber, step: stepOf(events) }) },
      },
    }),
    sign: signature,
    messageId: ({ json }) => textAt(json, 'id'),
    idIsOptional: true,
  }),
  check: reachable('webhookUrl'),
});

/** Returns the data of the digest that precedes the step. */
function stepOf(events: readonly unknown[]): Record<string, unknown> {
  return { digest: events.length > 0, events, total_count: events.length };
}
