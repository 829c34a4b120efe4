import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import type { Answer, CallApi } from './fixtures.ts';
import { serviceUrl } from './fixtures.ts';
import { ownAddress } from './own-address.ts';

/** A person who has an account at the identity provider. */
interface Identity {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
}

/** An OpenID provider on this machine. */
export interface IdentityProvider {
  issuer: string;
  /** The fields of a Belfry sign-in provider that uses this identity provider. */
  body: { issuer: string; clientId: string; clientSecret: string };
  /** The person who signs in next. */
  signsIn: (identity: Identity) => void;
  close: () => Promise<void>;
}

const CLIENT = { clientId: 'belfry', clientSecret: 'a secret of the client, long enough' };
export const CALLBACK = `${serviceUrl}/api/auth/sign-in/provider/callback`;

/**
 * Starts `oidc-provider`, a certified implementation. The sign-in page has one button, which signs in the person of
 * `signsIn`. A request with the query `at-once` needs no click.
 */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let person: Identity = { sub: 'unknown' };
  const server = createServer();
  const issuer = await listening(server);
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [CALLBACK] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    // Belfry reads claims from the ID token, not from the userinfo endpoint.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['of tests'] },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response, person);
    else void handle(request, response);
  });
  return { issuer, body: { issuer, ...CLIENT }, signsIn: (next) => (person = next), close: () => closed(server) };
}

/** Confirms the person and the client’s access, after a click on the button of the page. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  { sub, name = sub }: Identity,
): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Identity provider</title><form method="post"><button>Sign in as ${name}</button></form>`);
    return;
  }
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: sub, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  const result = { login: { accountId: sub }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result);
}

/** The faults of a provider that violates the protocol. */
export interface Misbehaviour {
  /** Claims that replace the correct claims of the ID token. */
  claims?: JWTPayload;
  /** Signs with a key that the provider does not publish. */
  wrongKey?: boolean;
  /** Changes the signed ID token. */
  token?: (signed: string) => string;
  /** The status and the location of its token endpoint. */
  tokenRedirect?: string;
  /** Fields that replace the correct fields of the provider's configuration. */
  configuration?: Record<string, unknown>;
  /** The address to which its configuration redirects. */
  configurationRedirect?: string;
}

export interface HostileProvider {
  issuer: string;
  body: IdentityProvider['body'];
  misbehave: (how: Misbehaviour) => void;
  /** Sets the nonce of the next ID token to the nonce of the authorization request. */
  answerTo: (authorization: URL) => void;
  close: () => Promise<void>;
}

/** Starts a provider whose every response a test can change. It signs RS256 with one key. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const [key, other] = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256')];
  const jwk = { ...(await exportJWK(key.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const state = { how: {} as Misbehaviour, nonce: '' };
  const server = createServer(async ({ url = '' }, response) => {
    const { how } = state;
    const path = url.split('?')[0];
    const redirect = path === '/token' ? how.tokenRedirect : how.configurationRedirect;
    if (redirect !== undefined && path !== '/jwks') return void response.writeHead(302, { location: redirect }).end();
    response.setHeader('content-type', 'application/json');
    if (path === '/jwks') return void response.end(JSON.stringify({ keys: [jwk] }));
    if (path !== '/token') return void response.end(JSON.stringify({ ...configuration, ...how.configuration }));
    const right = { sub: 'sub-1', nonce: state.nonce, email: 'kim@example.com', email_verified: true };
    const signed = await sign({ ...right, ...how.claims }, how.wrongKey ? other.privateKey : key.privateKey, issuer);
    const token = { access_token: 'access', token_type: 'Bearer', id_token: how.token?.(signed) ?? signed };
    response.end(JSON.stringify(token));
  });
  const issuer = await listening(server);
  const configuration = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
  return {
    ...{ issuer, body: { issuer, ...CLIENT } },
    misbehave: (how) => {
      state.how = how;
    },
    answerTo: (authorization) => {
      state.nonce = authorization.searchParams.get('nonce') ?? '';
    },
    close: () => closed(server),
  };
}

async function sign(claims: JWTPayload, key: CryptoKey, issuer: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const times = { iss: issuer, aud: CLIENT.clientId, iat: now, exp: now + 300 };
  return new SignJWT({ ...times, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
}

/** A browser without pages: it keeps cookies by origin, and does not follow redirects. */
export class Visitor {
  readonly headers = { ...ownAddress(), origin: new URL(serviceUrl).origin };
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(url: URL | string, init: { method?: string; body?: string; type?: string } = {}): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    const headers = {
      ...this.headers,
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(init.type && { 'content-type': init.type }),
    };
    const response = await fetch(url, {
      method: init.method ?? 'GET',
      headers,
      body: init.body ?? null,
      redirect: 'manual',
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(cookie) || at === pair.length - 1) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Starts a sign-in. Returns the response and, if it succeeded, the address of the provider. */
  async start(signInProviderId: string, next?: string): Promise<{ status: number; url: URL }> {
    const body = JSON.stringify({ signInProviderId, ...(next !== undefined && { next }) });
    const type = 'application/json';
    const response = await this.open(`${serviceUrl}/api/auth/sign-in/provider`, { method: 'POST', body, type });
    const { url } = (await response.json()) as { url?: string };
    return { status: response.status, url: new URL(url ?? 'about:blank') };
  }

  /** Follows redirects to the provider and clicks its button. Returns the return address at Belfry. */
  async confirm(from: URL): Promise<URL> {
    let url = from;
    for (let n = 0; n < 12; n++) {
      if (url.href.startsWith(CALLBACK)) return url;
      const isPage = url.pathname.startsWith('/interaction/');
      const response = await this.open(url, isPage ? { method: 'POST' } : {});
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
      url = new URL(location, url);
    }
    throw new Error(`${from} does not lead back`);
  }

  /** Opens the address at Belfry. Returns the page that it opens: a path of the dashboard, or `problem: …`. */
  async end(callback: URL): Promise<string> {
    const response = await this.open(callback);
    if (response.status !== 303) throw new Error(`The callback answered ${response.status}: ${await response.text()}`);
    const location = new URL(response.headers.get('location') ?? '', serviceUrl);
    const problem = location.searchParams.get('problem');
    return problem === null ? location.pathname + location.search : `problem: ${problem}`;
  }

  /** Calls Belfry's API with the visitor's cookies, as the dashboard does. */
  readonly call: CallApi = async (method, path, options = {}) => {
    const body = options.body === undefined ? {} : { body: JSON.stringify(options.body), type: 'application/json' };
    const response = await this.open(`${serviceUrl}/api${path}`, { method, ...body });
    const text = await response.text();
    const parsed = text ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, body: parsed } satisfies Answer as Answer<never>;
  };
}

function listening(server: Server): Promise<string> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
