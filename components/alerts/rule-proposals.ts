import { ALERT_KINDS, type AlertCondition, type AlertKindName, alertKindOf } from '#lib/alerts/kinds/registry.ts';
import type { CreateAlertRuleBody } from '#lib/alerts/schema.ts';
import type { Integration } from '#lib/integrations/schema.ts';

export interface ProposedRule {
  kind: AlertKindName;
  /** The condition as text. */
  phrase: string;
  /** The rule. Undefined if the rule cannot work yet, or needs a recipient. */
  body?: CreateAlertRuleBody;
  /** For a rule that needs a recipient: the watched integration, and the integration that sends. */
  watched?: string;
  sender?: string;
  /** Why the rule cannot work yet. */
  reason?: string;
}

/**
 * Returns a rule for each kind that no rule watches yet. It sends to `email` through the primary email integration. The
 * rule about an integration watches that primary integration, so another integration sends its alerts. A sandbox is
 * never used.
 */
export function proposedRules(
  integrations: readonly Integration[],
  email: string,
  watched: readonly AlertKindName[],
): ProposedRule[] {
  const usable = senders(integrations).filter(({ active, sandbox }) => active && !sandbox);
  const usual = usualSender(integrations);
  const open = ALERT_KINDS.filter(({ kind }) => !watched.includes(kind));
  return open.map(({ kind, label, defaults, watchesIntegration, phrase }) => {
    const target = watchesIntegration ? (usual && !usual.sandbox ? usual : best(usable)) : undefined;
    const others = usable.filter(({ _id }) => _id !== target?._id);
    const sender = watchesIntegration ? best(others.filter(({ channel }) => channel === 'email')) : usual;
    const name = target ? `${label}: ${target.name}` : label;
    const integrationId = target?._id ?? '';
    const condition = { kind, ...defaults, ...(watchesIntegration && { integrationId }) } as AlertCondition;
    const text = (phrase as (each: AlertCondition, watched: string) => string)(
      condition,
      target?.name ?? 'an integration',
    );
    const reason = whyNotProposed(usual, target, watchesIntegration && others.length === 0);
    if (reason) return { kind, phrase: text, reason };
    if (!sender?._id) return { kind, phrase: text, watched: integrationId, sender: best(others)?._id ?? '' };
    return { kind, phrase: text, body: { name, condition, integrationId: sender._id, to: email, active: true } };
  });
}

function whyNotProposed(
  usual: Integration | undefined,
  target: Integration | undefined,
  isAlone: boolean,
): string | undefined {
  if (!usual) return 'Needs an email integration';
  if (usual.sandbox) return 'Every email integration is in sandbox mode, so no alert would be sent';
  return isAlone && target ? aloneText(target) : undefined;
}

/** Returns the preset values of the form for a rule that needs a recipient. */
export function presetOf({ kind, watched = '', sender = '' }: ProposedRule, integrations: readonly Integration[]) {
  const target = integrations.find(({ _id }) => _id === watched);
  return { kind, watched, integrationId: sender, to: '', name: `${alertKindOf(kind).label}: ${target?.name}` };
}

/** Returns why an integration cannot be watched yet, and what would be enough. */
function aloneText({ name }: Pick<Integration, 'name'>): string {
  return `${name} is the only integration outside sandbox mode, and cannot report its own failure. Add a second integration, for example a chat webhook`;
}

/** Returns why no new rule of the kind could send an alert through any integration. Undefined if a rule could. */
export function whyNoRule(integrations: readonly Integration[], kind: AlertKindName): string | undefined {
  const all = senders(integrations);
  const usable = all.filter(({ active }) => active);
  if (usable.length === 0) return 'Needs an active integration that sends messages';
  if (usable.every(({ sandbox }) => sandbox)) return 'Every integration is in sandbox mode, so no alert would be sent';
  const [first, ...others] = all;
  return alertKindOf(kind).watchesIntegration && first && others.length === 0 ? aloneText(first) : undefined;
}

/** Returns the integrations that send messages: not in-app, not agents. */
export function senders(integrations: readonly Integration[]): Integration[] {
  return integrations.filter(({ channel, kind }) => channel && channel !== 'in_app' && kind !== 'agent');
}

/** Returns the integration that new rules send through: the best email integration in use. */
export function usualSender(integrations: readonly Integration[]): Integration | undefined {
  return best(senders(integrations).filter(({ active, channel }) => active && channel === 'email'));
}

/** Returns the best integration: real integrations before sandboxes, then primary integrations before others. */
function best(integrations: readonly Integration[]): Integration | undefined {
  const rank = ({ sandbox, primary }: Integration) => (sandbox ? 2 : 0) + (primary ? 0 : 1);
  return integrations.toSorted((one, other) => rank(one) - rank(other))[0];
}
