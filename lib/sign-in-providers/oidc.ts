/**
 * OpenID Connect with a provider that an admin configured. The library `openid-client` implements the protocol:
 * discovery, PKCE, and the checks of issuer, audience, time, nonce and signature of the ID token. All requests pass the
 * outbound guard.
 */
import * as client from 'openid-client';
import { env } from '#lib/env.ts';
import { outbound } from '#lib/outbound/outbound.ts';

/** The settings that identify Belfry to a provider. */
export interface OidcClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
}

/** Random values of one sign-in, which must stay secret until the provider redirects back. */
export interface OidcRequest {
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

/** The claims of a valid ID token that Belfry uses. */
export interface Identity {
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
}

/** The time limit of each request to the provider, in seconds. */
const TIMEOUT_S = 10;

/**
 * Returns the address of the provider at which the user signs in.
 *
 * @throws Error if discovery fails.
 */
export async function authorizationUrl(oidc: OidcClient, request: OidcRequest): Promise<URL> {
  const url = client.buildAuthorizationUrl(await discover(oidc), {
    redirect_uri: request.redirectUri,
    scope: oidc.scopes.join(' '),
    state: request.state,
    nonce: request.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(request.codeVerifier),
    code_challenge_method: 'S256',
  });
  // The browser opens this URL, so `javascript:` and other schemes must not pass.
  if (url.protocol !== 'https:' && !mayBePlain(url)) throw new Error(`The authorization endpoint is not an https URL`);
  return url;
}

/**
 * Returns the identity that the provider confirms.
 *
 * @throws Error if the provider's response is not valid.
 */
export async function identify(oidc: OidcClient, request: OidcRequest, callback: URL): Promise<Identity> {
  const tokens = await client.authorizationCodeGrant(await discover(oidc), callback, {
    pkceCodeVerifier: request.codeVerifier,
    expectedState: request.state,
    expectedNonce: request.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('The response has no ID token');
  return {
    subject: claims.sub,
    email: text(claims.email)?.toLowerCase(),
    isEmailVerified: isVerified(claims),
    name: text(claims.name),
    firstName: text(claims.given_name),
    lastName: text(claims.family_name),
  };
}

/**
 * Whether the provider verified the email address. Microsoft Entra ID sends no `email_verified`. Its claim `xms_edov`,
 * a text or a number, shows whether the owner of the address's domain is verified.
 */
function isVerified({ email_verified, xms_edov }: client.IDToken): boolean {
  return email_verified === true || (email_verified === undefined && [true, 1, '1'].includes(xms_edov as string));
}

/** Reads the provider's configuration. @throws Error with the reason if it is not usable. */
export async function discover({ issuer, clientId, clientSecret }: OidcClient): Promise<client.Configuration> {
  const server = new URL(issuer);
  if (server.protocol === 'http:' && !mayBePlain(server))
    throw new Error(`${server.host} needs https: only hosts in OUTBOUND_ALLOW may use http`);
  const extensions = [client.enableNonRepudiationChecks];
  if (server.protocol === 'http:') extensions.push(client.allowInsecureRequests);
  const found = await client.discovery(server, clientId, undefined, secretOf(clientSecret), {
    execute: extensions,
    timeout: TIMEOUT_S,
    [client.customFetch]: guardedFetch,
  });
  // The library accepts an issuer for many organizations, but members of other organizations must not be accepted.
  const named = found.serverMetadata().issuer;
  if (new URL(named).href !== server.href) throw new Error(`The provider names another issuer: ${named}`);
  return found;
}

/**
 * Returns the method of sending the client secret that the provider prefers. Default: HTTP Basic, as in the standard.
 */
function secretOf(clientSecret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

const guardedFetch: client.CustomFetch = async (url, { method, headers, body }) => {
  const response = await outbound().fetch(url, {
    method: method as 'GET' | 'POST',
    headers,
    body: body == null ? undefined : String(body),
    timeoutMs: TIMEOUT_S * 1000,
  });
  const { 'content-encoding': _, 'content-length': __, ...kept } = response.headers;
  const hasBody = ![204, 205, 304].includes(response.status);
  return new Response(hasBody ? response.body : null, { status: response.status, headers: kept });
};

/** Whether http is allowed: only for hosts inside the network that the operator listed. */
function mayBePlain({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && env().OUTBOUND_ALLOW.includes(hostname);
}

function text(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim().slice(0, 254) : undefined;
}
