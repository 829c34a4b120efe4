/** Wire shapes of integrations (spec 2.5, 2.6, 4.4). */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { FieldFilterPart, StepFilter } from '#lib/conditions/step-filter-schema.ts';
import { Channel } from '#lib/providers/channel.ts';
import { AVAILABILITIES, CREDENTIAL_FORMATS, CREDENTIAL_TYPES } from '#lib/providers/provider.ts';
import { isTimeZone } from '#lib/time/time-zone.ts';
import { IntegrationConfigurations, IntegrationCredentials } from './credential-fields.ts';
import { IntegrationKind } from './kind.ts';
import { TRIAL_OUTCOMES } from './trial-schema.ts';

export { CreateIntegrationBody, UpdateIntegrationBody } from './input.ts';
export { FieldFilterPart, IntegrationConfigurations, IntegrationCredentials, IntegrationKind, StepFilter };

/**
 * An integration (spec 2.5). `channel` is absent for agent-kind integrations, `credentials` for callers who may not see
 * them.
 */
export const Integration = z.strictObject({
  _id: z.string().optional(),
  _environmentId: z.string(),
  _organizationId: z.string(),
  name: z.string(),
  identifier: z.string(),
  /** A free string in the spec. Contains the vendor prefix if the ID has one. */
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
  /** Beyond the spec: sandbox mode, in which no message is sent. */
  sandbox: z.boolean().optional(),
  /** Beyond the spec: the rate limit. Absent if there is none. */
  messagesPerSecond: z.number().optional(),
  /** Beyond the spec: the daily quota. Absent if there is none. */
  messagesPerDay: z.int().optional(),
  /** Beyond the spec: the day on which the credentials end, as a person entered it. */
  credentialsEndOn: z.iso.date().optional(),
  /** Beyond the spec: the end of the client certificate in the TLS options. */
  certificateEndsAt: Timestamp.optional(),
  /**
   * Beyond the spec: if several integrations match by the same rule, delivery chooses the highest priority. 0 if
   * inactive.
   */
  priority: z.number().optional(),
  /** Beyond the spec, in-app only: whether an inbox has connected at least once. */
  connected: z.boolean().optional(),
});
export type Integration = z.infer<typeof Integration>;

/** Response of GET /v1/integrations. */
export const IntegrationList = z.array(Integration);
export type IntegrationList = z.infer<typeof IntegrationList>;

/** Query for reading integrations. `masked` shows that a secret is stored, but not the secret. */
export const IntegrationsQuery = z.object({ credentials: z.enum(['masked']).optional() });
export type IntegrationsQuery = z.infer<typeof IntegrationsQuery>;

/** Path of spec 4.4 and of GET /v1/integrations/{integrationId}. */
export const IntegrationParams = z.object({ integrationId: Id });
export type IntegrationParams = z.infer<typeof IntegrationParams>;

/** Body of PUT /v1/integrations/order: the active integrations of the channel, in the order of their priorities. */
export const OrderIntegrationsBody = z.object({ channel: Channel, integrationIds: z.array(Id).min(1).max(1_000) });
export type OrderIntegrationsBody = z.infer<typeof OrderIntegrationsBody>;

/** A credential of a provider, as a form shows it. */
export const CatalogueCredential = z.strictObject({
  /** The key in `Integration.credentials`. */
  key: z.string(),
  displayName: z.string(),
  description: z.string().optional(),
  type: z.enum(CREDENTIAL_TYPES),
  /** The format of the text. Absent if any text is valid. */
  format: z.enum(CREDENTIAL_FORMATS).optional(),
  /** Whether the credential is required while the integration is active. */
  required: z.boolean(),
  /** The key of another credential. If the other credential has a value, this credential is not required. */
  unless: z.string().optional(),
  /** Whether the credential is masked wherever it is shown. */
  secret: z.boolean(),
  together: z.string().optional(),
  /** Present if the credential is rarely needed, so that forms collapse it. */
  advanced: z.literal(true).optional(),
  /** Present if any random text is valid, so that the dashboard can generate one. */
  generated: z.literal(true).optional(),
  default: z.string().optional(),
  /** The options of a dropdown. A null value means the provider's default, and nothing is stored. */
  options: z.array(z.strictObject({ name: z.string(), value: z.string().nullable() })).optional(),
});
export type CatalogueCredential = z.infer<typeof CatalogueCredential>;

/** The last test of an integration. */
const LastTest = z.strictObject({
  /** Whether the test only checked the credentials (`connection`), or sent a message (`message`). */
  kind: z.enum(['connection', 'message']),
  outcome: z.enum(TRIAL_OUTCOMES),
  /** The provider's own text, or else a text of Belfry. */
  message: z.string(),
  /** The email address of the member, or the name of the API key. */
  testedBy: z.string(),
  testedAt: Timestamp,
});
export type LastTest = z.infer<typeof LastTest>;

/** The counts of an integration's messages. */
export const IntegrationHealth = z.strictObject({
  _id: z.string(),
  sent: z.int(),
  /** Messages that failed permanently or after all retries. */
  failed: z.int(),
  /** Attempts that failed temporarily. */
  retried: z.int(),
  /** The time since which the provider does not respond, so that messages wait. Absent if no outage is known. */
  unreachableSince: Timestamp.optional(),
  lastTest: LastTest.optional(),
});
export type IntegrationHealth = z.infer<typeof IntegrationHealth>;

/** Query of GET /v1/integrations/{integrationId}/usage: the time zone whose midnight starts a day. */
export const UsageQuery = z.object({
  zone: storableText(64).refine(isTimeZone, 'must be an IANA time zone such as "Europe/Berlin"').default('UTC'),
});
export type UsageQuery = z.infer<typeof UsageQuery>;

/** Response of GET /v1/integrations/{integrationId}/usage: the last seven days, oldest first, without gaps. */
export const IntegrationUsage = z.strictObject({
  days: z.array(
    z.strictObject({
      /** The day in the zone of the query, such as `2026-11-27`. */
      day: z.string(),
      sent: z.int(),
      failed: z.int(),
      retried: z.int(),
    }),
  ),
  /** The use of the daily quota. Absent without a quota. */
  quota: z
    .strictObject({
      /** The messages that were handed to the provider on the current day, UTC. */
      used: z.int(),
      limit: z.int(),
      /** The start of the next day, when the quota is available again. */
      resetsAt: Timestamp,
    })
    .optional(),
  /** The newest 20 outages of the last 30 days, newest first. */
  outages: z.array(
    z.strictObject({
      openedAt: Timestamp,
      /** The end of the outage. Absent while the outage lasts. */
      closedAt: Timestamp.optional(),
      /** The reason why the last attempt before the outage got no response. */
      words: z.string(),
      /** The number of messages that waited at the end, among the 10,000 of each lane that were due first. */
      late: z.int().optional(),
      /** The number of messages that failed permanently, among the first 10,000 failures of the outage. */
      failed: z.int().optional(),
    }),
  ),
});
export type IntegrationUsage = z.infer<typeof IntegrationUsage>;

/** Response of GET /v1/integrations/outages: the active integrations whose providers do not respond now. */
export const OutageList = z.array(
  z.strictObject({
    integration: z.strictObject({ _id: z.string(), name: z.string(), identifier: z.string() }),
    /** The time since which Belfry sends only probes. */
    openedAt: Timestamp,
    /** The time from which Belfry sends the next probe. */
    probeAt: Timestamp,
    /** The reason why the last attempt before the outage got no response. */
    words: z.string(),
    /** The number of messages that wait for the provider, among the 1,000 of each lane that are due first. */
    waiting: z.int(),
    /** Whether more messages may wait. */
    more: z.boolean(),
  }),
);
export type OutageList = z.infer<typeof OutageList>;

/** Response of GET /v1/integrations/health: counts since a time, without integrations that have no data. */
export const IntegrationHealthList = z.strictObject({ since: Timestamp, integrations: z.array(IntegrationHealth) });
export type IntegrationHealthList = z.infer<typeof IntegrationHealthList>;

/** The last change of a channel's primary integration. */
const PrimarySwitch = z.strictObject({
  channel: Channel,
  /** The integration that became primary. */
  integrationId: z.string(),
  /** The integration that was primary until then. Absent if there was none. */
  formerIntegrationId: z.string().optional(),
  switchedAt: Timestamp,
  /** The number of conditions that the new primary integration had. Undoing the change restores these conditions. */
  conditions: z.int(),
  /** Whether the new primary was active before. */
  wasActive: z.boolean(),
  /** The reason why the change cannot be undone. Absent if it can. */
  obstacle: z.string().optional(),
});
export type PrimarySwitch = z.infer<typeof PrimarySwitch>;

/** Response of GET /v1/integrations/primary-switches: the last 24 hours. */
export const PrimarySwitchList = z.array(PrimarySwitch);
export type PrimarySwitchList = z.infer<typeof PrimarySwitchList>;

/** Response of GET /v1/integrations/catalogue. */
export const ProviderCatalogue = z.array(
  z.strictObject({
    /** The provider's ID, with the vendor prefix if it has one. */
    providerId: z.string(),
    displayName: z.string(),
    kind: IntegrationKind,
    /** The channel of the provider. Absent for agents. */
    channel: Channel.optional(),
    availability: z.enum(AVAILABILITIES),
    /** A sentence about its availability. */
    availabilityNote: z.string().optional(),
    /** Whether Belfry can send through the provider. Integrations can be stored even if it cannot. */
    deliverable: z.boolean(),
    docsLink: z.string().optional(),
    /** The vendor's brand colour as `#rrggbb`. */
    color: z.string().optional(),
    credentials: z.array(CatalogueCredential),
  }),
);
export type ProviderCatalogue = z.infer<typeof ProviderCatalogue>;
