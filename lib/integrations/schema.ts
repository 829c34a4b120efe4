/** Wire shapes of integrations (spec 2.5, 2.6, 4.4). */
import { z } from 'zod';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { Channel } from '#lib/providers/channel.ts';
import { AVAILABILITIES, CREDENTIAL_FORMATS, CREDENTIAL_TYPES } from '#lib/providers/provider.ts';
import { IntegrationConfigurations, IntegrationCredentials } from './credential-fields.ts';
import { FieldFilterPart, StepFilter } from './filter.ts';
import { IntegrationKind } from './kind.ts';

export { CreateIntegrationBody, UpdateIntegrationBody } from './input.ts';
export { FieldFilterPart, IntegrationConfigurations, IntegrationCredentials, IntegrationKind, StepFilter };

/** Spec 2.5. `channel` is absent for agent-kind integrations, `credentials` for callers who may not see them. */
export const Integration = z.strictObject({
  _id: z.string().optional(),
  _environmentId: z.string(),
  _organizationId: z.string(),
  name: z.string(),
  identifier: z.string(),
  /** A free string in the spec. It contains the vendor prefix where the id has one. */
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
  /** Beyond the spec: in sandbox mode nothing leaves. */
  sandbox: z.boolean().optional(),
  /** Beyond the spec: the rate limit. Absent where there is none. */
  messagesPerSecond: z.number().optional(),
  /** Beyond the spec, in-app only: an inbox has connected at least once. */
  connected: z.boolean().optional(),
});
export type Integration = z.infer<typeof Integration>;

/** Response of GET /v1/integrations. */
export const IntegrationList = z.array(Integration);
export type IntegrationList = z.infer<typeof IntegrationList>;

/** Query for reading integrations. `masked` shows that a secret is stored, but not the secret. */
export const IntegrationsQuery = z.object({ credentials: z.enum(['masked']).optional() });
export type IntegrationsQuery = z.infer<typeof IntegrationsQuery>;

/** Path of 4.4 and of GET /v1/integrations/{integrationId}. */
export const IntegrationParams = z.object({ integrationId: Id });
export type IntegrationParams = z.infer<typeof IntegrationParams>;

/** A credential of a provider, as a form asks for it. */
export const CatalogueCredential = z.strictObject({
  /** The key in `Integration.credentials`. */
  key: z.string(),
  displayName: z.string(),
  description: z.string().optional(),
  type: z.enum(CREDENTIAL_TYPES),
  /** What a given text must look like. Absent: any. */
  format: z.enum(CREDENTIAL_FORMATS).optional(),
  /** Required while the integration is active. */
  required: z.boolean(),
  /** Masked wherever it is shown. */
  secret: z.boolean(),
  /** Any random text does. */
  together: z.string().optional(),
  generated: z.literal(true).optional(),
  default: z.string().optional(),
  /** The options of a dropdown. Null: the provider's own default; nothing is stored. */
  options: z.array(z.strictObject({ name: z.string(), value: z.string().nullable() })).optional(),
});
export type CatalogueCredential = z.infer<typeof CatalogueCredential>;

/** Messages of one integration. */
export const IntegrationHealth = z.strictObject({
  _id: z.string(),
  sent: z.int(),
  /** Refused for good, or given up. */
  failed: z.int(),
  /** Refused for now. */
  retried: z.int(),
  /** Since when its provider gives no answer, so that its messages wait. Absent: as far as is known it answers. */
  unreachableSince: Timestamp.optional(),
});
export type IntegrationHealth = z.infer<typeof IntegrationHealth>;

/** Response of GET /v1/integrations/health: counts since a time, without integrations whose counts are all zero. */
export const IntegrationHealthList = z.strictObject({ since: Timestamp, integrations: z.array(IntegrationHealth) });
export type IntegrationHealthList = z.infer<typeof IntegrationHealthList>;

/** Response of GET /v1/integrations/catalogue. */
export const ProviderCatalogue = z.array(
  z.strictObject({
    /** With the vendor prefix where the id has one. */
    providerId: z.string(),
    displayName: z.string(),
    kind: IntegrationKind,
    /** Absent for agents. */
    channel: Channel.optional(),
    availability: z.enum(AVAILABILITIES),
    /** A sentence about its availability. */
    availabilityNote: z.string().optional(),
    /** Whether Belfry can send through it. An integration can be stored in any case. */
    deliverable: z.boolean(),
    docsLink: z.string().optional(),
    /** The vendor's own, as `#rrggbb`. */
    color: z.string().optional(),
    credentials: z.array(CatalogueCredential),
  }),
);
export type ProviderCatalogue = z.infer<typeof ProviderCatalogue>;
