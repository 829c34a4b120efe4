import type { AlertRule } from '#lib/alerts/schema.ts';
import { listText } from '#lib/text/list-text.ts';

/**
 * Returns texts about the active alert rules that send through an integration or watch it, for the confirmation of its
 * deletion.
 */
export function alertImpact(integrationId: string, rules: readonly AlertRule[]): string[] {
  const active = rules.filter((rule) => rule.active);
  const senders = active.filter((rule) => rule.integrationId === integrationId);
  const watchers = active.filter(
    ({ condition }) => condition.kind === 'integration_failures' && condition.integrationId === integrationId,
  );
  return [
    ...(senders.length > 0 ? [`${named(senders)} can no longer send.`] : []),
    ...(watchers.length > 0 ? [`${named(watchers)} can no longer watch it.`] : []),
  ];
}

function named(rules: readonly AlertRule[]): string {
  return `The alert ${rules.length === 1 ? 'rule' : 'rules'} ${listText(rules.map(({ name }) => name))}`;
}
