/**
 * Secrets that users wrote into an HTTP step instead of an environment variable: in headers, in the user and the query of
 * the URL, and in the body. A value is recognised by its name or form, so it may be a false match. Pure.
 */
import type { JsonObject } from '#lib/json/values.ts';
import { asObject } from '#lib/json/values.ts';

/** The text that is shown instead of a secret. */
export const SECRET_MASK = '••••••••';

/** Names whose values are secrets. */
const SECRET_NAME = /auth|cookie|key|token|secret|passw|passphrase|passcode|pwd|(?:^|[_-])pass$|signature|credential/i;
const NO_SECRET = /^(idempotency-?key|public-?key|key-?id|x-signature-(version|method))$/i;

/** A secret in the controls of a step. */
export interface ClearSecret {
  /** The control's path. */
  path: string;
  value: string;
}

/** Finds likely secrets in the controls of an HTTP step, or in its request. */
export function clearSecrets(controls: JsonObject): ClearSecret[] {
  const { url, body } = controls;
  return [
    ...pairsOf(controls.headers).flatMap(({ name, value }, at) =>
      found(`headers.${at}.value`, secretHeader(name, value)),
    ),
    ...found('url', typeof url === 'string' ? secretsOfUrl(url) : []),
    ...(typeof body === 'string' ? found('body', secretsOfBody(body)) : []),
    ...(Array.isArray(body)
      ? pairsOf(body).flatMap(({ name, value }, at) => found(`body.${at}.value`, secretField(name, value)))
      : []),
  ];
}

/** Returns the controls with a mask instead of each secret. */
export function withoutClearSecrets(controls: JsonObject): JsonObject {
  const masked: JsonObject = { ...controls };
  for (const { path, value } of clearSecrets(controls)) {
    const [control = '', index] = path.split('.');
    const held = masked[control];
    if (index === undefined) masked[control] = String(held).replaceAll(value, SECRET_MASK);
    else if (Array.isArray(held)) {
      masked[control] = held.map((pair, at) =>
        at === Number(index) ? { ...pair, value: String(pair.value).replaceAll(value, SECRET_MASK) } : pair,
      );
    }
  }
  return masked;
}

interface Request {
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

/** Returns a request with masks instead of likely secrets. */
export function withoutSecretsInRequest<Sent extends Request>(request: Sent): Sent {
  const pairs = Object.entries(request.headers).map(([key, value]) => ({ key, value }));
  const { url, headers, body } = withoutClearSecrets({ url: request.url, headers: pairs, body: request.body });
  const shown = pairsOf(headers).map(({ name, value }) => [name, value]);
  return { ...request, url, headers: Object.fromEntries(shown), ...(body !== undefined && { body }) };
}

/**
 * Returns the caller’s controls with each mask replaced by its stored secret. A secret is restored only if the URL is
 * unchanged: otherwise a caller without the right to see the secret could send it to another host.
 *
 * @returns the controls, and the paths of masks without a stored secret.
 */
export function withStoredSecrets(
  given: JsonObject,
  stored: JsonObject,
): { controls: JsonObject; strayMasks: string[] } {
  const shown = withoutClearSecrets(stored);
  const controls: JsonObject = { ...given };
  if (given.url === shown.url) controls.url = stored.url;
  if (controls.url === stored.url) {
    if (JSON.stringify(given.body) === JSON.stringify(shown.body)) controls.body = stored.body;
    if (Array.isArray(given.headers)) {
      const known = Array.isArray(stored.headers) ? stored.headers : [];
      controls.headers = given.headers.map((pair) => keptHeader(pair, known, asList(shown.headers)));
    }
  }
  if (given.body === undefined) delete controls.body;
  return { controls, strayMasks: masksIn(controls) };
}

function keptHeader(pair: unknown, stored: readonly unknown[], shown: readonly unknown[]): unknown {
  const { key, value } = asObject(pair);
  if (typeof value !== 'string' || !value.includes(SECRET_MASK)) return pair;
  const at = shown.findIndex((each) => {
    const other = asObject(each);
    return String(other.key).toLowerCase() === String(key).toLowerCase() && other.value === value;
  });
  return at < 0 ? pair : { ...asObject(pair), value: asObject(stored[at]).value };
}

function masksIn({ url, headers, body }: JsonObject): string[] {
  const inPairs = (control: string, pairs: unknown) =>
    pairsOf(pairs).flatMap(({ value }, at) => (value.includes(SECRET_MASK) ? [`${control}.${at}.value`] : []));
  const inText = (control: string, text: unknown) =>
    typeof text === 'string' && text.includes(SECRET_MASK) ? [control] : [];
  return [...inText('url', url), ...inPairs('headers', headers), ...inText('body', body), ...inPairs('body', body)];
}

function found(path: string, values: readonly string[]): ClearSecret[] {
  return values.map((value) => ({ path, value }));
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function pairsOf(pairs: unknown): { name: string; value: string }[] {
  return asList(pairs).map((pair) => {
    const { key, value } = asObject(pair);
    return { name: String(key ?? '').trim(), value: typeof value === 'string' ? value : '' };
  });
}

/** Minimum length of a secret. Shorter values are too weak to protect, or words such as `none`. */
const MIN_LENGTH = 6;
/** Forms of well-known keys, and of JSON Web Tokens. */
const KNOWN_FORMS =
  /\b(?:(?:sk|pk|rk|whsec|ghp|gho|glpat|xox[abprs])[_-][\w-]{12,}|SG\.[\w-]{12,}|AKIA[A-Z0-9]{12,}|eyJ[\w-]{8,300}\.[\w-]{8,})/g;

function secretHeader(name: string, value: string): string[] {
  // The scheme of an Authorization header is not secret.
  const text = value.trim().replace(/^(bearer|basic|token|apikey|digest|key) +/i, '');
  if (isSecretName(name) && literalOf(text).length >= MIN_LENGTH) return [text];
  return knownForms(value);
}

function secretField(name: string, value: string): string[] {
  return isSecretName(name) && literalOf(value).length >= MIN_LENGTH ? [value] : knownForms(value);
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !NO_SECRET.test(name);
}

/** Finds user and password, and query values whose names suggest a secret. */
function secretsOfUrl(url: string): string[] {
  const [, user = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#@]*)@/i.exec(url) ?? [];
  const query = (url.split('#')[0] ?? '').split('?').slice(1).join('?');
  const values = query.split('&').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : secretField(pair.slice(0, at), pair.slice(at + 1));
  });
  return [...new Set([...(literalOf(user) === '' ? [] : [user]), ...values, ...knownForms(url)])];
}

/** Finds secrets in a body. JSON may contain variables, so the body is searched as text: `"name": "value"`. */
function secretsOfBody(body: string): string[] {
  const fields = [...body.matchAll(/"([^"\\]{1,100})"\s{0,20}:\s{0,20}"((?:[^"\\]|\\.){1,4000})"/gs)];
  return fields.flatMap(([, name = '', value = '']) => secretField(name, value));
}

function knownForms(text: string): string[] {
  return [...text.matchAll(KNOWN_FORMS)].map(([form]) => form);
}

/** Returns a text without its variables and white space. */
function literalOf(text: string): string {
  const plain = text.replace(/\{\{((?:(?!\{\{).)*?)\}\}|\{%(?:(?!\{%).)*?%\}/gs, (_, output = '') =>
    textOutput(output),
  );
  return plain.replace(/\s+/g, '');
}

/** Returns the literal at the start of an output, as in `{{ "user:password" | base64_encode }}`. Empty if the output uses `env`. */
function textOutput(output: string): string {
  const [, single, double] = /^-?\s*(?:'([^']*)'|"([^"]*)")/.exec(output) ?? [];
  return /\benv\b/.test(output) ? '' : (single ?? double ?? '');
}
