/**
 * Failover of chat and push, whose addresses belong to an integration: the subscriber's addresses of the next
 * integration take over (docs/delivery.md, "Choice of the integration"). Pure.
 */

import type { Target } from '#lib/engine/decision.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import type { Address } from '#lib/steps/run.ts';
import { type ChosenIntegration, failoverPlace } from './integration-choice.ts';

interface Candidate extends ChosenIntegration {
  /** The message's ID. */
  id: string;
  address: Address;
}

/** Returns the candidates of each integration, in the order in which the integrations take over. */
export function byIntegration<Each extends Candidate>(candidates: readonly Each[]): Each[][] {
  const groups = [...Map.groupBy(candidates, ({ integration }) => integration.id).values()];
  return groups.sort(([one], [other]) => {
    if (!one || !other) return 0;
    const byPriority = other.integration.priority - one.integration.priority;
    return byPriority || (one.integration.id < other.integration.id ? 1 : -1);
  });
}

/**
 * Returns the group that sends at this attempt. The first group belongs to the integration that the trigger names. After a
 * message was accepted, only the group of that message continues, so that no further integration reaches the subscriber.
 * Empty if that group no longer exists.
 */
export function chooseGroup<Each extends Candidate>(
  run: Pick<RunContext, 'sentMessages' | 'attempt' | 'environment'>,
  groups: readonly (readonly Each[])[],
  now: Date,
): readonly Each[] {
  const { sentMessages, environment } = run;
  if (sentMessages.size > 0) return groups.find((group) => group.some(({ id }) => sentMessages.has(id))) ?? [];
  if (!environment.failover) return groups[0] ?? [];
  const integrations = groups.flatMap(([first]) => first?.integration ?? []);
  const { turn, passedOver } = failoverPlace(run, integrations, now);
  const candidates = integrations.map(({ identifier }) => identifier);
  return (groups[turn] ?? []).map((each) => ({ ...each, candidates, ...(turn > 0 && { rule: passedOver }) }));
}

/**
 * Whether the target’s integration took over from the integration that the trigger names. A refusal by the substitute
 * does not end the step, because the named integration may still accept the message.
 */
export function isFallback({ rule, address }: Target): boolean {
  return address.integrationId !== undefined && (rule === 'failover' || rule === 'quota');
}
