/**
 * Restricted addresses: the addresses that a person without `messages:content` wrote. Sensitive content of a run that
 * was triggered before is not sent to them (docs/delivery.md, "Order of the checks").
 */
import type { Ctx } from '#lib/api/context.ts';
import { may } from '#lib/auth/may.ts';
import type { ChannelCredentials } from './schema.ts';

/** Whether addresses that the caller writes are restricted. */
export function writesRestricted({ actor }: Pick<Ctx, 'actor'>): boolean {
  return actor.type === 'user' && !may(actor, 'messages:content');
}

/**
 * The times at which the restricted parts of a connection were written, in ISO 8601. A part is a field of the
 * credentials or a device token (`tokenPart`).
 */
export type RestrictedParts = Readonly<Record<string, string>>;

export interface ConnectionParts {
  /** The credentials without the device tokens. */
  credentials: ChannelCredentials;
  deviceTokens?: readonly string[] | undefined;
  /** The stored webhook URL if it cannot be decrypted. */
  unreadableUrl?: string | undefined;
}

/**
 * Returns the restricted parts of a connection after a write. A restricted caller restricts the parts whose value changes.
 * Another caller lifts the restriction of the given parts.
 */
export function restrictedParts(
  ctx: Pick<Ctx, 'actor'>,
  { stored, given, next }: { stored?: ConnectionParts | undefined; given: ConnectionParts; next: ConnectionParts },
  { restricted, at }: { restricted: RestrictedParts; at: Date },
): RestrictedParts {
  const [before, written] = [partsOf(stored), partsOf(given)];
  const kept = (part: string) => (Object.hasOwn(restricted, part) ? restricted[part] : undefined);
  const since = writesRestricted(ctx)
    ? (part: string, value: string) => (before.get(part) === value ? kept(part) : at.toISOString())
    : (part: string) => (written.has(part) ? undefined : kept(part));
  return Object.fromEntries(
    [...partsOf(next)].flatMap(([part, value]) => {
      const time = since(part, value);
      return time === undefined ? [] : [[part, time]];
    }),
  );
}

function partsOf(parts: ConnectionParts = { credentials: {} }): Map<string, string> {
  const { credentials, deviceTokens = [], unreadableUrl } = parts;
  const fields = Object.entries({ webhookUrl: unreadableUrl, ...credentials }).filter(
    ([, value]) => value !== undefined,
  );
  return new Map([...fields, ...deviceTokens.map((token) => [tokenPart(token), token])] as [string, string][]);
}

const TOKEN = 'token:';

function tokenPart(token: string): string {
  return `${TOKEN}${token}`;
}

/** Returns when the credentials of a connection were last restricted. Undefined if they are not. */
export function credentialsRestrictedAt(restricted: RestrictedParts): Date | undefined {
  const fields = Object.entries(restricted).filter(([part]) => !part.startsWith(TOKEN));
  const times = fields.map(([, at]) => at).sort();
  return dateOf(times.at(-1));
}

/** Returns when a device token was restricted. Undefined if it is not. */
export function tokenRestrictedAt(restricted: RestrictedParts, token: string): Date | undefined {
  const part = tokenPart(token);
  return dateOf(Object.hasOwn(restricted, part) ? restricted[part] : undefined);
}

function dateOf(time: string | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time);
}
