/** Reads the overrides of a trigger: the integration, the layout, the request of a provider. */

import type { RunStep } from '#lib/engine/run-context.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { asObject, valueAt } from '#lib/json/values.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { parseMailbox } from '#lib/providers/mailbox.ts';

/** Returns the overrides for a whole channel: `email`, `sms`, `push`, `chat`. */
export function channelOverrides(overrides: JsonObject, channel: Channel): JsonObject {
  return objectAt(overrides, channel);
}

/** Returns the identifier of the integration that the trigger requests. */
export function wantedIntegration(overrides: JsonObject, channel: Channel): string | undefined {
  const { integrationIdentifier: wanted } = channelOverrides(overrides, channel);
  return typeof wanted === 'string' && wanted !== '' ? wanted : undefined;
}

/** Returns the addresses that a trigger adds for email and SMS, without names. */
export function namedAddresses(overrides: JsonObject): string[] {
  return (['email', 'sms'] as const).flatMap((channel) => {
    const { to, cc, bcc } = channelOverrides(overrides, channel);
    const texts = [to, cc, bcc].flat().filter((text) => typeof text === 'string');
    return texts.map((text) => parseMailbox(text)?.email ?? text);
  });
}

/**
 * Returns the values to merge into the provider's request. Overrides for this step win over overrides for all steps.
 */
export function providerOverrides(overrides: JsonObject, step: RunStep, providerId: string): JsonObject | undefined {
  const general = objectAt(overrides, 'providers', providerId);
  const own = objectAt(overrides, 'steps', step.stepId, 'providers', providerId);
  const merged = { ...general, ...own };
  return Object.keys(merged).length > 0 ? merged : undefined;
}

/** Returns the layout that the trigger requests. Null means no layout. Undefined if the trigger does not choose. */
export function wantedLayout(overrides: JsonObject, step: RunStep): string | null | undefined {
  const choices = [
    objectAt(overrides, 'steps', step.stepId).layoutId,
    objectAt(overrides, 'channels', 'email').layoutId,
    overrides.layoutIdentifier,
  ];
  return choices.find((choice) => choice === null || (typeof choice === 'string' && choice !== '')) as
    | string
    | null
    | undefined;
}

function objectAt(value: unknown, ...path: string[]): JsonObject {
  return asObject(valueAt(value, path));
}
