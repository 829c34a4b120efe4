/** Wire shapes of integrations (spec 2.5, 2.6, 4.4). */
import { z } from 'zod';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { Channel } from '#lib/providers/channel.ts';
import { IntegrationConfigurations, IntegrationCredentials } from './credential-fields.ts';
import { FieldFilterPart, StepFilter } from './filter.ts';

export { FieldFilterPart, IntegrationCredentials, StepFilter };

export const IntegrationKind = z.enum(['delivery', 'agent']);
export type IntegrationKind = z.infer<typeof IntegrationKind>;

/** Spec 2.5. `channel` is absent for agent-kind integrations, `credentials` for callers who may not see them. */
export const Integration = z.strictObject({
  _id: z.string().optional(),
  _environmentId: z.string(),
  _organizationId: z.string(),
  name: z.string(),
  identifier: z.string(),
  /** A free string in the spec; with the service's word where the id holds it. */
  providerId: z.string(),
  channel: Channel.optional(),
  kind: IntegrationKind.optional(),
  credentials: IntegrationCredentials.optional(),
  configurations: IntegrationConfigurations.optional(),
  active: z.boolean(),
  deleted: z.boolean(),
  deletedAt: Timestamp.optional(),
  deletedBy: z.string().optional(),
  primary: z.boolean(),
  conditions: z.array(StepFilter).optional(),
  /** Beyond the spec: nothing leaves an integration in sandbox mode. */
  sandbox: z.boolean().optional(),
  /** Beyond the spec, in-app only: an inbox has connected at least once. */
  connected: z.boolean().optional(),
});
export type Integration = z.infer<typeof Integration>;

/** Response of GET /v1/integrations. */
export const IntegrationList = z.array(Integration);
export type IntegrationList = z.infer<typeof IntegrationList>;

/** Query of the reads of integrations. `masked` shows that a secret is stored, not what it is. */
export const IntegrationsQuery = z.object({ credentials: z.enum(['masked']).optional() });
export type IntegrationsQuery = z.infer<typeof IntegrationsQuery>;

/** Path of 4.4 and of GET /v1/integrations/{integrationId}. */
export const IntegrationParams = z.object({ integrationId: Id });
export type IntegrationParams = z.infer<typeof IntegrationParams>;
