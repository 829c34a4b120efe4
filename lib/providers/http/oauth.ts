/** Access tokens of vendors whose APIs authenticate an application with OAuth 2.0 (RFC 6749). */
import { bearer, textAt } from '#lib/providers/credential.ts';
import { ProviderError, type SendTools } from '#lib/providers/send.ts';
import { type Auth, call, type HttpRequest } from './http.ts';
import { rememberedTokens } from './token-store.ts';

interface SignIn {
  request: HttpRequest;
  /** Authentication headers of the token request, for a vendor that does not accept the secret in the form. */
  auth?: Record<string, string>;
}

const tokens = rememberedTokens();

/**
 * Returns the headers with the access token of an account (`oauthToken`), and a function that discards the token.
 *
 * @throws {ProviderError} `auth` if the vendor refused the credentials.
 */
export async function oauthAccess(
  owner: readonly string[],
  tools: SendTools,
  signIn: () => SignIn | Promise<SignIn>,
): Promise<Auth> {
  const token = await oauthToken(owner, tools, signIn);
  return { headers: bearer(token), renew: () => forgetToken(owner) };
}

/** Discards a token that the vendor refused. */
export function forgetToken(owner: readonly string[]): void {
  tokens.forget(owner);
}

/**
 * Returns the access token of an account. The token is cached until it expires or is refused. `owner` identifies the
 * account and must contain every credential that `signIn` uses.
 * @throws {ProviderError} `auth` if the vendor refused the credentials.
 */
export function oauthToken(
  owner: readonly string[],
  tools: SendTools,
  signIn: () => SignIn | Promise<SignIn>,
): Promise<string> {
  return tokens.get(owner, tools.now(), async () => {
    const { request, auth } = await signIn();
    const { answer, exchange } = await call(request, tools, { ...(auth && { auth }) });
    const found = textAt(answer.json, 'access_token');
    if (found) return { token: found, lifeMs: (Number(textAt(answer.json, 'expires_in')) || 3600) * 1000 };
    const said = textAt(answer.json, 'error_description') ?? textAt(answer.json, 'error');
    const words = said ?? `The token endpoint answered ${answer.status}`;
    const kind = answer.status >= 500 || answer.status === 429 ? 'unavailable' : 'auth';
    throw new ProviderError(kind, {
      words,
      exchange: { request: exchange.request },
      status: answer.status,
      isOwn: said === undefined,
    });
  });
}
