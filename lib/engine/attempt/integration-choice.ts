import { evaluateFilters } from '#lib/conditions/evaluate-filters.ts';
import { breakerHolds, type RunContext, type RunIntegration } from '#lib/engine/run-context.ts';
import { seededChance } from '#lib/engine/seeded-chance.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import type { IntegrationRule } from '#lib/reasons/integration-rules.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { Address } from '#lib/steps/run.ts';
import { wantedIntegration } from './overrides.ts';

export interface ChosenIntegration {
  integration: RunIntegration;
  rule: IntegrationRule;
  /** The identifiers of the possible integrations, in the order of choice. */
  candidates: readonly string[];
}

/** The values that the conditions of integrations may read. */
export type ConditionData = Readonly<Record<'subscriber' | 'payload', JsonObject>>;

type Choice = ChosenIntegration | { reason: Reason };

/**
 * Chooses the integration for one address (docs/delivery.md, "Choice of the integration"). When failover is on, each
 * attempt starts one candidate further down the list, and candidates that cannot be reached or have used up their daily
 * quota are passed over.
 */
export function chooseIntegration(
  run: RunContext,
  channel: Channel,
  address: Address,
  data: ConditionData,
  now: Date,
): Choice {
  const wanted = wantedIntegration(run.notification.overrides, channel);
  const active = run.integrations;
  const overriding = active.find(({ identifier }) => identifier === wanted);
  if (wanted !== undefined && !overriding) {
    return { reason: reasonFor('override_unknown', { integration: wanted, channel }) };
  }
  if (address.integrationId !== undefined) return chooseStored(active, address.integrationId, channel, data);
  if (overriding) return { integration: overriding, rule: 'override', candidates: [overriding.identifier] };
  const ranked = supportsPrimary(channel) ? rankIntegrations(run, data, now) : newestFirst(active);
  const integrations = ranked.map(({ integration }) => integration);
  const { turn, passedOver } = failoverPlace(run, integrations, now);
  const chosen = ranked[turn];
  if (!chosen) return { reason: nothingToChoose(channel, active) };
  const candidates = integrations.map(({ identifier }) => identifier);
  return { ...chosen, ...(turn > 0 && { rule: passedOver }), candidates };
}

/**
 * Returns the index of the candidate for this attempt. With failover on, it is one place further down the list at each
 * attempt, without integrations that cannot be reached or have used up their daily quota. Otherwise it is the first
 * candidate.
 *
 * @returns `passedOver`: if another integration replaces this attempt's candidate, the reason for that.
 */
export function failoverPlace(
  { environment, attempt }: Pick<RunContext, 'environment' | 'attempt'>,
  integrations: readonly RunIntegration[],
  now: Date,
): { turn: number; passedOver: 'quota' | 'failover' } {
  const turns = environment.failover ? failoverTurns(integrations, attempt.number) : [0];
  const passedOver = isFull(integrations[turns[0] ?? 0], now) ? 'quota' : 'failover';
  return { turn: failoverTurn(integrations, turns, now), passedOver };
}

/** Returns the indexes of all candidates, beginning with this attempt's candidate. */
function failoverTurns(integrations: readonly RunIntegration[], attempt: number): number[] {
  return integrations.map((_, further) => (attempt - 1 + further) % integrations.length);
}

/**
 * Returns the index of the first candidate that may send now. If there is none, it is the first candidate with a free
 * daily quota, otherwise the first one.
 */
function failoverTurn(integrations: readonly RunIntegration[], turns: readonly number[], now: Date): number {
  const withQuota = turns.filter((turn) => !isFull(integrations[turn], now));
  return withQuota.find((turn) => !breakerHolds(integrations[turn], now)) ?? withQuota[0] ?? turns[0] ?? 0;
}

/** Whether the daily quota is known to be used up. */
function isFull(integration: RunIntegration | undefined, now: Date): boolean {
  return integration?.fullUntil !== undefined && now < integration.fullUntil;
}

type Ranked = Pick<ChosenIntegration, 'integration' | 'rule'>;

function rankIntegrations(run: RunContext, data: ConditionData, now: Date): Ranked[] {
  const { integrations, environment } = run;
  const byPriority = [...integrations].sort((one, other) => other.priority - one.priority);
  const isConditional = ({ conditions }: RunIntegration) => conditions.length > 0;
  const matching = byPriority.filter((each) => isConditional(each) && passes(each, data));
  const primary = byPriority.filter((each) => each.primary && !isConditional(each));
  const rest = byPriority.filter((each) => !isConditional(each) && !each.primary);
  const switched = rest.filter((each) => takesOver(run, each, now));
  const others = rest.filter((each) => !switched.includes(each));
  const named = (rule: IntegrationRule) => (integration: RunIntegration) => ({ integration, rule });
  return [
    ...matching.map(named('condition')),
    ...switched.map(named('switch')),
    ...primary.map(named('primary')),
    ...(environment.failover ? others.map(named('failover')) : []),
  ];
}

/**
 * Whether the integration sends the message instead of the primary integration, in a gradual switch. The choice follows
 * from the subscriber’s ID, so a larger share only adds subscribers. After a failure the message goes through the
 * primary integration.
 */
function takesOver(run: RunContext, integration: RunIntegration, now: Date): boolean {
  const { id, switchShare = 0 } = integration;
  if (!isSwitched(id, run.subscriber?.subscriberId ?? '', switchShare)) return false;
  // With failover on, later attempts start further down the list, and unavailable integrations are passed over.
  if (run.environment.failover) return true;
  if (isFull(integration, now) || breakerHolds(integration, now)) return false;
  return run.attempt.number === 1 && run.job.integrationId !== id;
}

/** Whether the subscriber belongs to the `share` percent whose messages a gradual switch gives to the integration. */
function isSwitched(integrationId: string, subscriberId: string, share: number): boolean {
  return seededChance(integrationId, subscriberId) * 100 < share;
}

/** Sorts by ID, because IDs begin with the time of creation. */
function newestFirst(integrations: readonly RunIntegration[]): Ranked[] {
  const sorted = [...integrations].sort((one, other) => (one.id < other.id ? 1 : -1));
  return sorted.map((integration) => ({ integration, rule: 'newest' }));
}

function chooseStored(active: readonly RunIntegration[], id: string, channel: Channel, data: ConditionData): Choice {
  const integration = active.find((each) => each.id === id && passes(each, data));
  if (integration) return { integration, rule: 'stored', candidates: [integration.identifier] };
  return { reason: nothingToChoose(channel, []) };
}

/** Whether the integration's condition passes. An empty condition passes. */
function passes({ conditions }: RunIntegration, data: ConditionData): boolean {
  return evaluateFilters(conditions, data).passes;
}

function nothingToChoose(channel: Channel, active: readonly RunIntegration[]): Reason {
  return reasonFor('no_integration', { channel, candidates: active.map(({ identifier }) => identifier) });
}
