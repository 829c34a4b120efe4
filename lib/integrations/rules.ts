/** The rules for integrations and primary integrations. The API rejects violations, and the dashboard shows them. */
import type { FieldErrors } from '#lib/api/errors.ts';
import type { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import type { CredentialField, Provider } from '#lib/providers/provider.ts';
import { isNeeded } from '#lib/providers/required-fields.ts';

interface Identity {
  kind: 'delivery' | 'agent';
  channel?: Channel | undefined;
}

/**
 * Returns why kind and channel do not match the provider, by field. Undefined if they match. Agents have no channel.
 * Other integrations have the channel of their provider, which callers may omit.
 */
export function identityProblems({ kind, channel }: Identity, provider: Provider): FieldErrors | undefined {
  if (kind !== provider.kind) {
    const fits =
      provider.kind === 'agent' ? 'is an agent runtime, so kind must be agent' : 'delivers, so kind must be delivery';
    return problem('kind', `must fit the provider: ${provider.displayName} ${fits}`);
  }
  if (channel === undefined || channel === provider.channel) return undefined;
  return problem(
    'channel',
    provider.channel
      ? `must be ${provider.channel}, the channel of ${provider.displayName}`
      : 'must be absent: agents have no channel',
  );
}

interface Mode {
  active: boolean;
  sandbox: boolean;
}

/** Whether all required credentials must be present, because the integration is active and really sends messages. */
export function needsCredentials({ active, sandbox }: Mode): boolean {
  return active && !sandbox;
}

/**
 * Returns the problems of missing credentials, by field `credentials.<key>`.
 *
 * @param lacks whether no value is stored under a key.
 */
export function credentialProblems(
  fields: readonly CredentialField[],
  lacks: (key: string) => boolean,
): FieldErrors | undefined {
  const begun = new Map(
    fields.flatMap(({ together, key, displayName }) => (together && !lacks(key) ? [[together, displayName]] : [])),
  );
  const missing = fields.flatMap((field): [string, FieldErrors[string]][] => {
    const { together = '', key, displayName } = field;
    const needed = isNeeded(field, (other) => !lacks(other));
    if (!lacks(key) || !(needed || begun.has(together))) return [];
    const when = needed ? 'while the integration is active' : `where ${begun.get(together)} is given`;
    return [[`credentials.${key}`, { messages: [`${displayName} is required ${when}`] }]];
  });
  return missing.length > 0 ? Object.fromEntries(missing) : undefined;
}

/** The bounds of a rate limit, in messages per second. */
export const RATE_LIMIT = { least: 0.01, most: 10_000 } as const;

/** Whether a provider sends the messages of the channel, so that their rate can be limited. Agents have no channel. */
export function takesRateLimit(channel: Channel | null | undefined): boolean {
  return !!channel && channel !== 'in_app';
}

/** The bounds of a daily quota, in messages per day. */
export const DAILY_QUOTA = { least: 1, most: 100_000_000 } as const;

/**
 * Returns the problem of a rate limit or daily quota for a channel that cannot have such limits. Null and undefined (no
 * limit) are always valid.
 */
export function limitProblems(
  channel: Channel | null | undefined,
  limits: Readonly<Partial<Record<'messagesPerSecond' | 'messagesPerDay', number | null | undefined>>>,
): FieldErrors | undefined {
  const field = (['messagesPerSecond', 'messagesPerDay'] as const).find((each) => limits[each] != null);
  if (!field || takesRateLimit(channel)) return undefined;
  const why = channel ? 'in-app messages do not leave Belfry' : 'agents deliver nothing';
  return problem(field, `must be absent or null: ${why}`);
}

/** The fields that decide which integration of a channel delivers. */
export interface IntegrationState {
  active: boolean;
  primary: boolean;
  priority: number;
  conditions: readonly StepFilter[];
}

/** The most characters of a name and of an identifier. */
export const MAX_INTEGRATION_TEXT = 255;

export const IDENTIFIER_TAKEN = 'Already in use in this environment: choose another identifier';

/** The state of the channel's other integrations. */
export interface ChannelState {
  hasPrimary: boolean;
  /** A priority above all priorities of the channel. */
  nextPriority: number;
}

/**
 * Returns primary and priority of an integration that is created or changed (spec 4.4). An integration that becomes
 * active in a channel without a primary integration becomes primary, unless it has conditions. An integration that is
 * deactivated or gets conditions is no longer primary, and no other integration replaces it.
 */
export function nextPrimaryAndPriority(
  before: IntegrationState,
  next: Pick<IntegrationState, 'active' | 'conditions'>,
  channel: Channel | null | undefined,
  others: ChannelState,
): Pick<IntegrationState, 'primary' | 'priority'> {
  if (!next.active) return { primary: false, priority: 0 };
  const isActivated = !before.active;
  const takesMark = isActivated && supportsPrimary(channel) && !others.hasPrimary;
  return {
    primary: (before.primary || takesMark) && next.conditions.length === 0,
    priority: isActivated && channel ? others.nextPriority : before.priority,
  };
}

function problem(field: string, message: string): FieldErrors {
  return { [field]: { messages: [message] } };
}
