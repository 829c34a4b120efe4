/**
 * The stored part of an exchange with a provider: enough to see why it failed, without secrets and without a second copy of
 * the content.
 */
import { LRUCache } from 'lru-cache';
import { asObject, parseJson } from '#lib/json/values.ts';
import { isSecretCredential, PROVIDERS } from '#lib/providers/catalogue/catalogue.ts';
import { replaceText } from '#lib/text/text-search.ts';
import type { ChannelMessage } from './message.ts';

/** Maximum bytes for each direction. */
const MAX_BYTES = 4096;
const HIDDEN = '••••••';
/** Minimum length of secrets that are replaced. Replacing shorter ones would hide ordinary text and protect nothing. */
const MIN_SECRET_LENGTH = 3;
const MIN_CONTENT_LENGTH = 8;
/** Minimum length of URL parts that are treated as secret. Shorter parts, such as `json` or `/v3`, are not secret. */
const MIN_PART_LENGTH = 8;

const listedKeys = new Set(PROVIDERS.flatMap(({ credentials }) => credentials.map(({ key }) => key)));

type Credentials = Readonly<Record<string, unknown>>;

/** The secrets of each credentials object, cached because the engine reuses the object for many messages. */
const knownSecrets = new WeakMap<Credentials, readonly string[]>();

/**
 * Returns the credential texts that must not be stored. In a URL that is not itself secret, only the parts that may
 * grant access.
 */
export function secretsOf(credentials: Credentials): readonly string[] {
  const known = knownSecrets.get(credentials);
  if (known) return known;
  const secrets = secretsIn(credentials);
  knownSecrets.set(credentials, secrets);
  return secrets;
}

function secretsIn(credentials: Credentials): string[] {
  return Object.entries(credentials).flatMap(([key, value]) => {
    if (isSecretCredential(key) || !listedKeys.has(key))
      return textsIn(value).flatMap((text) => [text, ...partsOf(text)]);
    return typeof value === 'string' ? partsOf(value) : [];
  });
}

/**
 * Returns all texts in a value. For JSON text, such as a service account: the whole text, and the values with secret
 * names.
 */
function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  if (typeof value !== 'string') return [];
  const inside = value.startsWith('{') ? Object.entries(asObject(parseJson(value))) : [];
  return [value, ...inside.flatMap(([name, text]) => (SECRET_NAMES.test(name) ? textsIn(text) : []))];
}

const SECRET_NAMES = /(private_key|secret|password|authorization|token|api.?key)$/i;

/**
 * Returns the URL parts that may grant access: the path and query as a whole, the user, the password, and the values of
 * the query.
 */
function partsOf(text: string): string[] {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return [];
  const written = /^https?:\/\/[^/?#]*([/?#].*)$/i.exec(text.trim())?.[1] ?? '';
  const parts = [written, url.pathname + url.search, userOf(text), url.password, ...url.searchParams.values()];
  return parts.filter((part) => part.length >= MIN_PART_LENGTH);
}

/** Returns the text without the secrets, in any encoding, cut at 4 kB with a marker. */
export function redacted(text: string, secrets: readonly string[]): string {
  return truncated(withoutSecrets(text, secrets));
}

/** Returns the text without the secrets, in any encoding. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let result = text;
  const all = secrets.flatMap((secret) => (secret.length < MIN_SECRET_LENGTH ? [] : formsOf(secret)));
  // Replace the longest form first: if one secret is the start of another, the end of the longer one would stay
  // visible.
  for (const form of all.sort((one, other) => other.length - one.length)) {
    result = replaceText(result, form, HIDDEN);
  }
  return result;
}

const forms = new LRUCache<string, string[]>({ max: 1_000, memoMethod: makeForms });

function formsOf(secret: string): string[] {
  return forms.memo(secret);
}

function makeForms(secret: string): string[] {
  const all = secretParts(secret).flatMap(writtenForms);
  return [...new Set(all)].filter((form) => form.length >= MIN_SECRET_LENGTH);
}

function writtenForms(hidden: string): string[] {
  const base64 = Buffer.from(hidden)
    .toString('base64')
    .replace(/={1,2}$/, '');
  // A response may repeat a key of several lines on one line, or with other line breaks.
  const otherLines = [' ', '', '\n', '\r\n'].map((between) =>
    hidden.trim().replace(/\s+/g, (blank) => (/[\r\n]/.test(blank) ? between : blank)),
  );
  const [inAddress, inJson] = [encodeURIComponent(hidden.toWellFormed()), escaped(hidden)];
  // Forms encode a space as +. JSON inside JSON is escaped twice.
  const forms = [hidden, ...otherLines, inJson, escaped(inJson), inAddress, inAddress.replaceAll('%20', '+'), base64];
  return hidden.length < MIN_VARIED_LENGTH ? forms : [...forms, ...varied(forms), ...base64Within(hidden)];
}

/** Minimum length of a secret whose other forms are replaced too. Forms of shorter secrets would hide ordinary text. */
const MIN_VARIED_LENGTH = 6;

/** Returns each form in lower and in upper case, because a host name with the secret may be returned in either case. */
function varied(forms: readonly string[]): string[] {
  return forms.flatMap((form) => [form.toLowerCase(), form.toUpperCase()]);
}

/**
 * Returns the forms of a text within the base64 of a longer text, such as `user:password`: one for each of the three
 * possible positions, in both base64 alphabets. Omits the first and last characters, which depend on the text before
 * and after.
 */
function base64Within(text: string): string[] {
  return [0, 2, 3].flatMap((shared, offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
    const written = bytes.toString('base64').replace(/={1,2}$/, '');
    const form = written.slice(shared, bytes.length % 3 === 0 ? undefined : -1);
    return form.length < MIN_VARIED_LENGTH ? [] : [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Returns the secret parts of a URL that grants access: path and query, user, and password. The host is not secret. */
function secretParts(secret: string): string[] {
  const url = /^https?:/i.test(secret) ? URL.parse(secret) : null;
  return url ? [url.pathname + url.search, userOf(secret), url.password] : [secret];
}

/** Returns the user of a URL as written, including the password. */
function userOf(address: string): string {
  return /^\s*https?:\/\/([^/?#]*)@/i.exec(address)?.[1] ?? '';
}

/** Returns a text escaped as inside a JSON text. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function truncated(text: string): string {
  if (text.length * 3 <= MAX_BYTES) return text;
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_BYTES) return text;
  const marker = `… [cut: ${bytes} bytes]`;
  const kept = Buffer.from(text).subarray(0, MAX_BYTES - Buffer.byteLength(marker));
  return `${kept.toString('utf8').replace(/\uFFFD{1,3}$/, '')}${marker}`;
}

/** Returns a JSON replacer that omits the message's content, because the content is already stored with the message. */
export function withoutContent(message: ChannelMessage): (key: string, value: unknown) => unknown {
  const contents = contentsOf(message);
  return (_, value) => {
    if (typeof value !== 'string' || value.length === 0) return value;
    if (contents.includes(value)) return label(value);
    return value.length > MAX_BYTES ? `[${value.length} characters]` : value;
  };
}

/** Returns a response without the message's content, in case the response repeats it. */
export function withoutRepeated(text: string, message: ChannelMessage): string {
  let result = text;
  for (const content of contentsOf(message)) {
    if (content.length < MIN_CONTENT_LENGTH || content.length > result.length) continue;
    for (const form of [content, escaped(content)]) result = replaceText(result, form, label(content));
  }
  return result;
}

function label(content: string): string {
  return `[content of ${content.length} characters]`;
}

function contentsOf(message: ChannelMessage): string[] {
  switch (message.channel) {
    case 'email':
      return [message.subject, message.html, message.text];
    case 'push':
      return [message.title, message.content];
    case 'sms':
      return [message.content];
    case 'chat':
      return [
        ...[message.content, ...cardTexts(message.content)],
        ...(message.template?.parameters.map(({ text }) => text) ?? []),
      ];
  }
}

/** Returns the texts of a card if the content is a card in JSON. */
function cardTexts(content: string): string[] {
  return content.trimStart().startsWith('{') ? textsInside(parseJson(content)) : [];
}

function textsInside(value: unknown): string[] {
  if (typeof value === 'string') return value.length < MIN_CONTENT_LENGTH ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsInside) : [];
}

/** Replacement for the value of an authentication header. */
export const hiddenHeader = HIDDEN;
