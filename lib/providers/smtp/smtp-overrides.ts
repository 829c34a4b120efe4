/**
 * `overrides.providers` of an SMTP provider. Only plain values of known fields pass. The mail library accepts objects
 * in nearly every field, and an object could attach a file of this machine, or add recipients or lines.
 */
import { isObject } from '#lib/json/values.ts';
import { type Mailbox, parseMailboxList } from '#lib/providers/mailbox.ts';
import { isMailHeaderName } from './mail-header-name.ts';

type Override = Readonly<Record<string, unknown>>;

export interface SmtpOverrides {
  cc?: Mailbox[];
  bcc?: Mailbox[];
  replyTo?: Mailbox[];
  sender?: Mailbox;
  headers?: Record<string, string | string[]>;
  priority?: 'high' | 'normal' | 'low';
  inReplyTo?: string;
  references?: string[];
  list?: Record<string, ListEntry[]>;
}

type ListEntry = string | { url: string; comment: string };

/** Returns the usable overrides. Omits values in an unusable form. */
export function smtpOverrides(overrides: Override = {}): SmtpOverrides {
  const own = (key: keyof SmtpOverrides) => (Object.hasOwn(overrides, key) ? overrides[key] : undefined);
  const sender = mailboxes(own('sender'))[0];
  const priority = own('priority');
  const inReplyTo = lineOf(own('inReplyTo'));
  const references = linesOf(own('references'));
  const headers = mailHeaders(own('headers'));
  const list = listHeaders(own('list'));
  return {
    ...Object.fromEntries(
      (['cc', 'bcc', 'replyTo'] as const).flatMap((key) => {
        const found = mailboxes(own(key));
        return found.length > 0 ? [[key, found]] : [];
      }),
    ),
    ...(sender !== undefined && { sender }),
    ...(isPriority(priority) && { priority }),
    ...(inReplyTo !== undefined && { inReplyTo }),
    ...(references.length > 0 && { references }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(list).length > 0 && { list }),
  };
}

/**
 * Returns headers by name. Texts are on one line. Names are those that RFC 5322 allows, except names that the message
 * sets itself.
 */
export function mailHeaders(given: unknown): Record<string, string | string[]> {
  if (!isObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, string | string[]][] => {
      const texts = linesOf(value);
      if (!isMailHeaderName(name) || texts.length === 0) return [];
      return [[name, Array.isArray(value) ? texts : (texts[0] ?? '')]];
    }),
  );
}

function mailboxes(value: unknown): Mailbox[] {
  return listOf(value).flatMap((each): Mailbox[] => {
    if (!isObject(each)) return linesOf(each).flatMap(parseMailboxList);
    const name = lineOf(each.name);
    return linesOf(each.address)
      .slice(0, 1)
      .map((email) => ({ email, ...(name !== undefined && { name }) }));
  });
}

function listHeaders(value: unknown): Record<string, ListEntry[]> {
  if (!isObject(value)) return {};
  const entries = Object.entries(value).flatMap(([name, urls]): [string, ListEntry[]][] => {
    const found = listOf(urls).flatMap((each): ListEntry[] => {
      if (!isObject(each)) return linesOf(each);
      const [url] = linesOf(each.url);
      return url === undefined ? [] : [{ url, comment: lineOf(each.comment) ?? '' }];
    });
    return /^[a-z-]+$/i.test(name) && found.length > 0 ? [[name, found]] : [];
  });
  return Object.fromEntries(entries);
}

function isPriority(value: unknown): value is 'high' | 'normal' | 'low' {
  return value === 'high' || value === 'normal' || value === 'low';
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

/** Returns texts and numbers, each on one line. */
function linesOf(value: unknown): string[] {
  return listOf(value).flatMap((each) => lineOf(each) ?? []);
}

function lineOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them
  return typeof value === 'string' && value !== '' ? value.replace(/[\x00-\x1f\x7f]+/g, ' ') : undefined;
}
