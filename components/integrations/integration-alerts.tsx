'use client';

import { useQuery } from '@tanstack/react-query';
import { alertQueries } from '#lib/alerts/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { alertImpact } from './alert-impact.ts';

/** The alert rules that stop when the integration is deleted. */
export function IntegrationAlerts({ target }: { target: Integration }) {
  const rules = useQuery(alertQueries.rules(target._environmentId));
  if (rules.error) return <li>The alert rules could not be loaded: {rules.error.message}</li>;
  return alertImpact(target._id ?? '', rules.data ?? []).map((effect) => <li key={effect}>{effect}</li>);
}
