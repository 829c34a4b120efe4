import { textAt, textOf } from '#lib/providers/credential.ts';
import { optional, required, smsProvider } from '#lib/providers/definition.ts';
import { type Auth, type Credentials, call, httpProvider } from '#lib/providers/http/http.ts';
import { kindOf } from '#lib/providers/http/http-answer.ts';
import { reachable } from '#lib/providers/http/reachable.ts';
import { rememberedTokens } from '#lib/providers/http/token-store.ts';
import { ProviderError, type SendTools } from '#lib/providers/send.ts';

export const provider = smsProvider({
  id: 'generic-sms',
  displayName: 'SMS Webhook',
  credentials: [
    required('baseUrl', 'Base URL', { format: 'url' }),
    required('apiKeyRequestHeader', 'API Key Request Header', { format: 'headerName' }),
    required('apiKey', 'API Key', { format: 'headerValue' }),
    optional('secretKeyRequestHeader', 'Secret Key Request Header', { format: 'headerName', advanced: true }),
    optional('secretKey', 'Secret Key', { format: 'headerValue', advanced: true }),
    optional('authenticateByToken', 'Authenticate by token', { type: 'switch', advanced: true }),
    optional('domain', 'Auth URL', { format: 'url', advanced: true }),
    optional('authenticationTokenKey', 'Authentication Token Key', { format: 'headerName', advanced: true }),
    required('from', 'From'),
    required('idPath', 'Id Path', {
      default: 'data.id',
      description: 'The path of the message ID in the response of the service, with dots between the keys.',
    }),
    optional('datePath', 'Date Path', {
      default: 'data.date',
      description: 'Kept for compatibility. Belfry does not read it.',
      unread: true,
    }),
  ],
  ...httpProvider<'sms'>({
    auth: async (credentials, tools) => {
      const headers = keyHeaders(credentials);
      if (credentials.authenticateByToken !== true) return { headers };
      return withToken(headers, credentials, tools);
    },
    request: ({ id, to, content, ...message }, credentials) => {
      const from = message.from ?? textOf(credentials, 'from');
      return {
        url: textOf(credentials, 'baseUrl'),
        isOwnServer: true,
        headers: { 'idempotency-key': id },
        json: { id, to, from, sender: from, content },
      };
    },
    messageId: ({ json }, credentials) => textAt(json, ...textOf(credentials, 'idPath').split('.')),
    idIsOptional: true,
  }),
  check: reachable('baseUrl'),
});

function keyHeaders(credentials: Credentials): Record<string, string> {
  const pairs = [
    [textOf(credentials, 'apiKeyRequestHeader'), textOf(credentials, 'apiKey')],
    [textOf(credentials, 'secretKeyRequestHeader'), textOf(credentials, 'secretKey')],
  ];
  return Object.fromEntries(pairs.filter(([name, value]) => name && value));
}

const tokens = rememberedTokens();
/**
 * Milliseconds for which a token is cached. The real lifetime is unknown, so a new token is also requested after a 401.
 */
const TOKEN_LIFE_MS = 10 * 60_000;

/**
 * Requests a token from the service's own sign-in. The response contains the token under `data` or at the top level.
 * Requests send it in a header of the same name.
 */
async function withToken(headers: Record<string, string>, credentials: Credentials, tools: SendTools): Promise<Auth> {
  const key = textOf(credentials, 'authenticationTokenKey');
  const url = textOf(credentials, 'domain');
  const account = [url, key, ...Object.values(headers)];
  const token = await tokens.get(account, tools.now(), async () => {
    const { answer, exchange } = await call({ url, headers: {} }, tools, { auth: headers });
    const found = textAt(answer.json, 'data', key) ?? textAt(answer.json, key);
    if (found && answer.status < 300) return { token: found, lifeMs: TOKEN_LIFE_MS };
    const words = `The token endpoint answered ${answer.status} without ${key || 'the name of a token'}`;
    const kind = answer.isCut ? 'unavailable' : kindOf(answer.status);
    throw new ProviderError(kind === 'rejected' ? 'auth' : kind, {
      words,
      exchange,
      status: answer.status,
      isOwn: true,
    });
  });
  return { headers: { ...headers, [key]: token }, renew: () => tokens.forget(account) };
}
