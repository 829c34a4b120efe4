import { evaluateFilters } from '#lib/conditions/step-filter.ts';
import type { RunContext, RunIntegration } from '#lib/engine/run-context.ts';
import type { JsonObject } from '#lib/json.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { Address } from '#lib/steps/run.ts';
import { wantedIntegration } from './overrides.ts';

/** Why an integration was chosen. It is recorded with the run. */
type IntegrationRule = 'override' | 'condition' | 'primary' | 'failover' | 'stored' | 'newest';

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
 * attempt starts one candidate further down the list, and candidates that cannot be reached are passed over.
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
  if (address.integrationId !== undefined) return storedIntegration(active, address.integrationId, channel, data);
  if (overriding) return { integration: overriding, rule: 'override', candidates: [overriding.identifier] };
  const ranked = supportsPrimary(channel) ? rankedIntegrations(run, data) : newestFirst(active);
  const turn = run.environment.failover ? failoverTurn(ranked, run.attempt.number, now) : 0;
  const chosen = ranked[turn];
  if (!chosen) return { reason: nothingToChoose(channel, active) };
  const candidates = ranked.map(({ integration }) => integration.identifier);
  return { ...chosen, ...(turn > 0 && { rule: 'failover' }), candidates };
}

/** Returns the index of the first candidate that can be reached, beginning with this attempt's candidate. */
function failoverTurn(ranked: readonly Ranked[], attempt: number, now: Date): number {
  const turns = ranked.map((_, further) => (attempt - 1 + further) % ranked.length);
  return turns.find((turn) => !isHeld(ranked[turn]?.integration, now)) ?? turns[0] ?? 0;
}

/** Whether nothing may be sent through the integration now, not even a probe. */
export function isHeld(integration: RunIntegration | undefined, now: Date): boolean {
  return integration?.breaker !== undefined && now < integration.breaker.probeAt;
}

type Ranked = Pick<ChosenIntegration, 'integration' | 'rule'>;

function rankedIntegrations({ integrations, environment }: RunContext, data: ConditionData): Ranked[] {
  const byPriority = [...integrations].sort((one, other) => other.priority - one.priority);
  const isConditional = ({ conditions }: RunIntegration) => conditions.length > 0;
  const matching = byPriority.filter((each) => isConditional(each) && passes(each, data));
  const primary = byPriority.filter((each) => each.primary && !isConditional(each));
  const others = byPriority.filter((each) => !isConditional(each) && !each.primary);
  const named = (rule: IntegrationRule) => (integration: RunIntegration) => ({ integration, rule });
  return [
    ...matching.map(named('condition')),
    ...primary.map(named('primary')),
    ...(environment.failover ? others.map(named('failover')) : []),
  ];
}

/** Sorts by ID, because IDs begin with the time of creation. */
function newestFirst(integrations: readonly RunIntegration[]): Ranked[] {
  const sorted = [...integrations].sort((one, other) => (one.id < other.id ? 1 : -1));
  return sorted.map((integration) => ({ integration, rule: 'newest' }));
}

function storedIntegration(
  active: readonly RunIntegration[],
  id: string,
  channel: Channel,
  data: ConditionData,
): Choice {
  const integration = active.find((each) => each.id === id && passes(each, data));
  if (integration) return { integration, rule: 'stored', candidates: [integration.identifier] };
  return { reason: nothingToChoose(channel, []) };
}

/** An empty condition passes. */
function passes({ conditions }: RunIntegration, data: ConditionData): boolean {
  return evaluateFilters(conditions, data).passes;
}

function nothingToChoose(channel: Channel, active: readonly RunIntegration[]): Reason {
  return reasonFor('no_integration', { channel, candidates: active.map(({ identifier }) => identifier) });
}
