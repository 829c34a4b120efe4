import { textAt } from './credential.ts';
import { call, type HttpRequest } from './http.ts';
import { ProviderError, type SendTools } from './send.ts';

/**
 * Requests an access token from a token endpoint, through the outbound guard (RFC 6749, section 5).
 *
 * @param auth headers that authenticate the request.
 * @throws {ProviderError} with the text of the endpoint if it issues no token.
 */
export async function requestToken(
  request: HttpRequest,
  tools: SendTools,
  auth: Record<string, string> = {},
): Promise<{ token: string; lifeMs: number }> {
  const { answer, exchange } = await call(request, tools, { auth });
  const token = textAt(answer.json, 'access_token');
  if (token) return { token, lifeMs: (Number(textAt(answer.json, 'expires_in')) || 3600) * 1000 };
  const said = textAt(answer.json, 'error_description') ?? textAt(answer.json, 'error');
  const words = said ?? `Signing in answered ${answer.status}`;
  const kind = answer.status >= 500 || answer.status === 429 ? 'unavailable' : 'auth';
  throw new ProviderError(kind, {
    words,
    exchange: { request: exchange.request },
    status: answer.status,
    isOwn: said === undefined,
  });
}
