/** Request bodies for integrations (spec 2.5), compatible with the official client. */
import { z } from 'zod';
import { Id } from '#lib/api/wire.ts';
import { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import { jsonObjectProblem } from '#lib/json/values.ts';
import { isStorableText } from '#lib/postgres/storable.ts';
import { Channel } from '#lib/providers/channel.ts';
import { ProviderIdInput } from '#lib/providers/provider-id.ts';
import { IntegrationCredentials } from './credential-fields.ts';
import { IntegrationKind } from './kind.ts';
import { MailboxInput } from './mailbox-input.ts';
import { DAILY_QUOTA, MAX_INTEGRATION_TEXT, RATE_LIMIT } from './rules.ts';

const MAX_CREDENTIALS_LENGTH = 100_000;
const MAX_CONDITIONS = 50;
const MAX_CONDITION_PARTS = 100;

const Text = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(MAX_INTEGRATION_TEXT, `must be at most ${MAX_INTEGRATION_TEXT} characters`)
  .refine(isStorableText, 'must not contain the NUL character or unpaired surrogates');

/** An open object: keys outside the catalogue are stored too. */
export const CredentialsInput = IntegrationCredentials.superRefine((value, ctx) => {
  const problem = jsonObjectProblem(value);
  if (problem) ctx.addIssue({ code: 'custom', message: problem });
  else if (JSON.stringify(value).length > MAX_CREDENTIALS_LENGTH) {
    ctx.addIssue({ code: 'custom', message: `must be at most ${MAX_CREDENTIALS_LENGTH} characters of JSON` });
  }
});

/** Unlike in stored configurations, further keys are accepted and ignored. */
const ConfigurationsInput = z.object({
  inboundWebhookEnabled: z.boolean().optional(),
  inboundWebhookSigningKey: z
    .string()
    .max(10_000)
    .refine(isStorableText, 'must not contain the NUL character or unpaired surrogates')
    .optional(),
  ...MailboxInput,
});

const ConditionInput = StepFilter.superRefine((value, ctx) => {
  const problem = jsonObjectProblem(value);
  if (problem) ctx.addIssue({ code: 'custom', message: problem });
  if (value.children.length > MAX_CONDITION_PARTS) {
    const message = `must be at most ${MAX_CONDITION_PARTS}`;
    ctx.addIssue({ code: 'custom', path: ['children'], message });
  }
  for (const [at, { field }] of value.children.entries()) {
    if (field.trim() === '') ctx.addIssue({ code: 'custom', path: ['children', at, 'field'], message: 'is required' });
  }
});

const RateLimitInput = z
  .number('must be a number of messages per second, or null for no rate limit')
  .min(RATE_LIMIT.least, `must be at least ${RATE_LIMIT.least}`)
  .max(RATE_LIMIT.most, `must be at most ${RATE_LIMIT.most}`);

const QuotaInput = z
  .int('must be a whole number of messages per day, or null for no quota')
  .min(DAILY_QUOTA.least, `must be at least ${DAILY_QUOTA.least}`)
  .max(DAILY_QUOTA.most, `must be at most ${DAILY_QUOTA.most}`);

const written = {
  name: Text.optional(),
  identifier: Text.optional(),
  /** The environment to use, for sessions that do not name it in the header. */
  _environmentId: Id.optional(),
  credentials: CredentialsInput.optional(),
  active: z.boolean().optional(),
  /** Accepted for compatibility and ignored. Required credentials are checked without sending anything. */
  check: z.boolean().optional(),
  conditions: z.array(ConditionInput).max(MAX_CONDITIONS, `must be at most ${MAX_CONDITIONS}`).optional(),
  configurations: ConfigurationsInput.optional(),
  /** Beyond the interface: sandbox mode, in which no message is sent. */
  sandbox: z.boolean().optional(),
  /** Beyond the interface: the rate limit. Null removes it. */
  messagesPerSecond: RateLimitInput.nullable().optional(),
  /** Beyond the interface: the daily quota. Null removes it. */
  messagesPerDay: QuotaInput.nullable().optional(),
  /** Beyond the interface: the day on which the credentials end, as `2027-03-31`. Null: no end is known. */
  credentialsEndOn: z.iso.date('must be a day such as 2027-03-31').nullable().optional(),
};

/** Body of POST /v1/integrations. The parsed `providerId` is neutral. */
export const CreateIntegrationBody = z.object({
  ...written,
  providerId: ProviderIdInput,
  channel: Channel.optional(),
  kind: IntegrationKind.optional(),
});
export type CreateIntegrationBody = z.infer<typeof CreateIntegrationBody>;

/**
 * Body of PUT /v1/integrations/{integrationId}. An absent field stays unchanged. Provider, channel and kind cannot
 * change.
 */
export const UpdateIntegrationBody = z.object({
  ...written,
  providerId: z.string().optional(),
  channel: z.string().optional(),
  kind: z.string().optional(),
});
export type UpdateIntegrationBody = z.infer<typeof UpdateIntegrationBody>;
