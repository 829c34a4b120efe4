/**
 * Raw statements, because they run for every batch of the queue. They load the data that all runs of an environment
 * share: its integrations and layouts.
 */

import { LRUCache } from 'lru-cache';
import type { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import { namedAddress } from '#lib/delivery-events/address.ts';
import type { RunEnvironment, RunIntegration, RunLayout } from '#lib/engine/run-context.ts';
import { environmentValues } from '#lib/environment-variables/values.ts';
import { type Credentials, openCredentials } from '#lib/integrations/credentials.ts';
import { unsubscribeAddress } from '#lib/integrations/unsubscribe-address.ts';
import { readTogether } from '#lib/postgres/db.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { Channel } from '#lib/providers/channel.ts';

export interface LoadedEnvironment {
  environment: RunEnvironment;
  integrations: readonly RunIntegration[];
  layouts: readonly RunLayout[];
  isDeleted: boolean;
}

type EnvironmentRow = Omit<RunEnvironment, 'replyTo' | 'pageUrl'> & { replyTo: string | null; pageUrl: string | null };

interface IntegrationRow {
  id: string;
  identifier: string;
  name: string;
  provider_id: string;
  channel: Channel;
  primary: boolean;
  priority: number;
  conditions: StepFilter[];
  sandbox: boolean;
  sealedCredentials: string;
  connected: boolean;
  names_events: boolean | null;
  unsubscribe: string | null;
  messages_per_second: number | null;
  messages_per_day: number | null;
  switch_share: number | null;
  opened_at: Date | null;
  probe_at: Date | null;
  words: string | null;
}

export const ENVIRONMENT = `
SELECT e.id, e.organization_id AS "organizationId", e.failover, e.reply_to AS "replyTo", e.page_url AS "pageUrl", e.is_demo AS "isDemo",
  CASE WHEN e.tracking THEN ARRAY (SELECT w.id FROM workflows w
    WHERE w.environment_id = $1 AND w.is_tracked AND NOT w.is_sensitive) ELSE '{}' END AS "trackedWorkflows"
FROM environments e WHERE e.id = $1`;

export const INTEGRATIONS = `
SELECT i.id, i.identifier, i.name, i.provider_id, i.channel, i."primary", i.priority, i.conditions, i.sandbox, i.connected,
  i.credentials::text AS "sealedCredentials", i.configurations -> 'inboundWebhookEnabled' = 'true' AS names_events,
  CASE WHEN i.configurations ?& ARRAY['mailboxHost', 'mailboxPassword'] THEN (i.configurations -> 'mailboxUnsubscribeAddress')::text END AS unsubscribe,
  i.messages_per_second, i.messages_per_day, g.share AS switch_share, b.opened_at, b.probe_at, b.words
FROM integrations i LEFT JOIN circuit_breakers b ON b.environment_id = $1 AND b.integration_id = i.id
  LEFT JOIN gradual_switches g ON g.environment_id = $1 AND g.integration_id = i.id AND g.ended_at IS NULL
WHERE i.environment_id = $1 AND i.active AND i.deleted_at IS NULL AND i.kind = 'delivery' AND i.channel IS NOT NULL
ORDER BY i.id DESC`;

export const LAYOUTS = `SELECT id, identifier, is_default AS "isDefault", editor_type AS "editorType", body FROM layouts WHERE environment_id = $1`;

export async function loadEnvironment(environmentId: string): Promise<LoadedEnvironment> {
  const [environments, integrations, layouts, variables] = await Promise.all([
    readTogether<EnvironmentRow>('runs-environment', ENVIRONMENT, [environmentId]),
    readTogether<IntegrationRow>('runs-integrations', INTEGRATIONS, [environmentId]),
    readTogether<RunLayout>('runs-layouts', LAYOUTS, [environmentId]),
    environmentValues(environmentId),
  ]);
  const found = environments[0] ?? { id: environmentId, organizationId: '', failover: false };
  const environment = {
    ...found,
    replyTo: environments[0]?.replyTo ?? undefined,
    pageUrl: environments[0]?.pageUrl ?? undefined,
    variables,
  };
  const isDeleted = environments.length === 0;
  return {
    environment,
    integrations: integrations.map((row) => integrationOf(environmentId, row)),
    layouts,
    isDeleted,
  };
}

function integrationOf(
  environmentId: string,
  {
    provider_id,
    messages_per_second,
    messages_per_day,
    connected,
    names_events,
    unsubscribe,
    switch_share,
    opened_at,
    probe_at,
    words,
    ...row
  }: IntegrationRow,
): RunIntegration {
  const provider = findProvider(provider_id);
  return {
    ...row,
    messagesPerSecond: messages_per_second ?? undefined,
    messagesPerDay: messages_per_day ?? undefined,
    switchShare: switch_share ?? undefined,
    breaker: opened_at && probe_at ? { openedAt: opened_at, probeAt: probe_at, words: words ?? '' } : undefined,
    providerId: provider_id,
    providerName: provider?.displayName ?? provider_id,
    ...(row.channel === 'in_app' && !connected && { connected }),
    ...(provider?.sendsToPhone && { sendsToPhone: true }),
    ...(provider?.acceptsHeaders === false && { acceptsHeaders: false }),
    deliverable: provider?.deliverable ?? false,
    unsubscribeAddress: provider?.readsMailbox
      ? unsubscribeAddress(unsubscribe, { environmentId, integrationId: row.id })
      : undefined,
    eventsUrl: names_events ? namedAddress({ environmentId, integrationId: row.id }) : undefined,
  };
}

const opened = new LRUCache<string, { sealed: string; credentials: Credentials }>({ max: 500 });

/**
 * Returns the integration's decrypted credentials. They are cached until they change.
 *
 * @throws UnreadableError when a credential cannot be decrypted.
 */
export function credentialsOf(environmentId: string, integration: RunIntegration): Credentials {
  const { id: integrationId, sealedCredentials: sealed } = integration;
  const key = `${environmentId}:${integrationId}`;
  const known = opened.get(key);
  if (known?.sealed === sealed) return known.credentials;
  const credentials = openCredentials(JSON.parse(sealed), { environmentId, integrationId });
  opened.set(key, { sealed, credentials });
  return credentials;
}
