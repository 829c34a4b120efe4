/** Credentials and configurations of an integration (spec 2.5). */
import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';

/** The text fields of spec 2.5, in the order of the spec. */
export const CREDENTIAL_TEXT_KEYS = [
  'apiKey',
  'user',
  'secretKey',
  'domain',
  'password',
  'host',
  'port',
  'region',
  'accountSid',
  'messageProfileId',
  'token',
  'from',
  'senderName',
  'projectName',
  'applicationId',
  'clientId',
  'baseUrl',
  'webhookUrl',
  'redirectUrl',
  'serviceAccount',
  'ipPoolName',
  'apiKeyRequestHeader',
  'secretKeyRequestHeader',
  'idPath',
  'datePath',
  'apiToken',
  'authenticationTokenKey',
  'instanceId',
  'alertUid',
  'title',
  'imageUrl',
  'state',
  'externalLink',
  'channelId',
  'phoneNumberIdentification',
  'accessKey',
  'appSid',
  'senderId',
  'tenantId',
  'signingSecret',
  'outboundIntegrationId',
  'fromAddressOverride',
  'AppIOBaseUrl',
  'emailSlugPrefix',
  'externalEnvironmentId',
  'externalVaultId',
  'externalWorkspaceId',
] as const;

/** The switches of spec 2.5, in the order of the spec. */
export const CREDENTIAL_SWITCH_KEYS = [
  'secure',
  'requireTls',
  'ignoreTls',
  'hmac',
  'authenticateByToken',
  'useFromAddressOverride',
] as const;

type TextKey = (typeof CREDENTIAL_TEXT_KEYS)[number];
type SwitchKey = (typeof CREDENTIAL_SWITCH_KEYS)[number];

function optionalFields<Key extends string, Field extends z.ZodType>(keys: readonly Key[], field: Field) {
  return Object.fromEntries(keys.map((key) => [key, field.optional()])) as Record<Key, z.ZodOptional<Field>>;
}

/**
 * The credentials of an integration (spec 2.5). An open object, because some providers have further keys and all stored
 * keys are shown.
 */
export const IntegrationCredentials = z.looseObject({
  ...optionalFields<TextKey, z.ZodString>(CREDENTIAL_TEXT_KEYS, z.string()),
  ...optionalFields<SwitchKey, z.ZodBoolean>(CREDENTIAL_SWITCH_KEYS, z.boolean()),
  tlsOptions: JsonObject.optional(),
});
export type IntegrationCredentials = z.infer<typeof IntegrationCredentials>;

/** The settings of a bounce mailbox that are shown. Password and TLS options are masked. */
export const SHOWN_CONFIGURATION_KEYS = [
  'mailboxHost',
  'mailboxPort',
  'mailboxEncryption',
  'mailboxUser',
  'mailboxFolder',
  'mailboxReadFolder',
  'mailboxUnsubscribeAddress',
] as const;

/** The keys of a bounce mailbox that a caller who may not see secrets must enter again. */
export const MAILBOX_SECRETS = ['mailboxPassword', 'mailboxTlsOptions'] as const;

/** The configurations of an integration (spec 2.5). The settings of the mailbox are beyond the spec. */
export const IntegrationConfigurations = z.strictObject({
  inboundWebhookEnabled: z.boolean().optional(),
  inboundWebhookSigningKey: z.string().optional(),
  ...optionalFields(SHOWN_CONFIGURATION_KEYS, z.string()),
  mailboxPassword: z.string().optional(),
  mailboxTlsOptions: JsonObject.optional(),
});
export type IntegrationConfigurations = z.infer<typeof IntegrationConfigurations>;
