/** Sign-in at an SMTP server with an access token (XOAUTH2) instead of a password. */
import type { HttpRequest } from '#lib/providers/http/http.ts';
import { forgetToken, oauthToken } from '#lib/providers/http/oauth.ts';
import { ProviderError, type SendTools } from '#lib/providers/send.ts';

export interface SmtpOauth {
  issuer: 'google' | 'microsoft';
  clientId: string;
  clientSecret: string;
  /**
   * The refresh token of the user. Empty: the application signs in as itself, without a user. Only Microsoft allows
   * this.
   */
  refreshToken: string;
  /** The ID of the Microsoft directory. Empty: the directory to which the refresh token belongs. */
  tenantId: string;
}

/**
 * Returns the access token of an account, requested from the issuer through the outbound guard. The mail library never
 * requests a token itself.
 *
 * @param isRefused whether the server refused the last token.
 * @throws {ProviderError} if the issuer returns no token.
 */
export async function smtpToken(oauth: SmtpOauth, tools: SendTools, isRefused = false): Promise<string> {
  const { issuer, clientId, clientSecret, refreshToken, tenantId } = oauth;
  const account = [issuer, clientId, clientSecret, refreshToken, tenantId];
  if (isRefused) forgetToken(account);
  const token = await oauthToken(account, tools, () => ({ request: tokenRequest(oauth) }));
  tools.secrets.add(token);
  return token;
}

/**
 * Google: https://developers.google.com/identity/protocols/oauth2/web-server. Microsoft:
 * https://learn.microsoft.com/en-us/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth
 */
function tokenRequest({ issuer, clientId, clientSecret, refreshToken, tenantId }: SmtpOauth): HttpRequest {
  const client = { client_id: clientId, client_secret: clientSecret };
  const refresh = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken };
  if (issuer === 'google') return { url: 'https://oauth2.googleapis.com/token', form: refresh };
  const form = refreshToken
    ? { ...refresh, scope: 'https://outlook.office.com/SMTP.Send offline_access' }
    : { ...client, grant_type: 'client_credentials', scope: 'https://outlook.office365.com/.default' };
  const tenant = encodeURIComponent(tenantId || 'common');
  return { url: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`, form };
}

/**
 * Checks that the settings for an access token are complete.
 * @throws {ProviderError} `configuration` if a required value is missing.
 */
export function assertOauth({ user, oauth }: { user?: string | undefined; oauth?: SmtpOauth | undefined }): void {
  const problem = oauth && oauthProblem(oauth, user);
  if (problem) throw new ProviderError('configuration', { words: problem, exchange: { request: '' }, isOwn: true });
}

function oauthProblem({ issuer, clientId, clientSecret, refreshToken, tenantId }: SmtpOauth, user = '') {
  const named = { User: user, 'OAuth 2: Client ID': clientId, 'OAuth 2: Client secret': clientSecret };
  const missing = Object.entries(named).find(([, value]) => value === '');
  if (missing) return `Sign-in with OAuth 2 needs “${missing[0]}”: enter it`;
  if (refreshToken !== '') return undefined;
  if (issuer === 'google') return 'Sign-in at Google needs “OAuth 2: Refresh token”: enter it';
  return tenantId === ''
    ? 'Sign-in at Microsoft 365 needs “OAuth 2: Tenant ID” or a refresh token: enter one'
    : undefined;
}
