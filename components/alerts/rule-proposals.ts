import { ALERT_KINDS, type AlertCondition, type AlertKindName, alertKindOf } from '#lib/alerts/kinds/registry.ts';
import type { CreateAlertRuleBody } from '#lib/alerts/schema.ts';
import type { Integration } from '#lib/integrations/schema.ts';

export interface ProposedRule {
  kind: AlertKindName;
  /** The condition as text. */
  phrase: string;
  /** The rule. Undefined if the rule cannot work yet. */
  body?: CreateAlertRuleBody;
  /** Why the rule cannot work yet. */
  reason?: string;
}

const names: Record<AlertKindName, string> = {
  integration_failures: 'Messages fail',
  oldest_work: 'Messages are late',
  no_worker: 'No worker',
  workflow_issues: 'Workflow with issues',
  credentials_end: 'Credentials end',
};

/** Returns a rule for each kind that no rule watches yet. It sends to `email` through the primary email integration. */
export function proposedRules(
  integrations: readonly Integration[],
  email: string,
  watched: readonly AlertKindName[],
): ProposedRule[] {
  const usable = senders(integrations).filter(({ active }) => active);
  const sender = usualSender(integrations);
  const target = best(usable.filter(({ _id }) => _id !== sender?._id));
  return ALERT_KINDS.filter(({ kind }) => !watched.includes(kind)).map(
    ({ kind, defaults, watchesIntegration, phrase }) => {
      const name = target && watchesIntegration ? `${names[kind]}: ${target.name}` : names[kind];
      const condition = {
        ...{ kind, ...defaults },
        ...(watchesIntegration && { integrationId: target?._id ?? '' }),
      } as AlertCondition;
      const text = (phrase as (each: AlertCondition, watched: string) => string)(
        condition,
        target?.name ?? 'an integration',
      );
      if (!sender?._id) return { kind, phrase: text, reason: 'Needs an email integration' };
      if (sender.sandbox)
        return { kind, phrase: text, reason: 'Every email integration is in sandbox mode, so no alert would be sent' };
      if (watchesIntegration && !target)
        return {
          kind,
          phrase: text,
          reason: NEEDS_SECOND,
        };
      return { kind, phrase: text, body: { name, condition, integrationId: sender._id, to: email, active: true } };
    },
  );
}

/** Returns why no new rule of the kind could send an alert through any integration. Undefined if a rule could. */
export function whyNoRule(integrations: readonly Integration[], kind: AlertKindName): string | undefined {
  const all = senders(integrations);
  const usable = all.filter(({ active }) => active);
  if (usable.length === 0) return 'Needs an active integration that sends messages';
  if (usable.every(({ sandbox }) => sandbox)) return 'Every integration is in sandbox mode, so no alert would be sent';
  return alertKindOf(kind).watchesIntegration && all.length < 2 ? NEEDS_SECOND : undefined;
}

const NEEDS_SECOND = 'Needs a second integration, because a failing one cannot report its failure';

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
