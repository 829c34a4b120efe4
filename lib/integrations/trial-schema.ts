/** Wire shapes of tests of an integration, which are beyond the interface. */
import { z } from 'zod';
import { Id } from '#lib/api/wire.ts';
import { isStorableText } from '#lib/postgres/storable.ts';
import { PROVIDER_ERROR_KINDS } from '#lib/providers/http/error-kinds.ts';
import { ProviderIdInput } from '#lib/providers/provider-id.ts';
import { CredentialsInput } from './input.ts';

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must be at most ${most} characters`)
    .refine(isStorableText, 'must not contain the NUL character or unpaired surrogates');

/** Body of POST /v1/integrations/{integrationId}/send-test. */
export const SendTestBody = z.object({
  /** The recipient: an email address, a phone number, a device token, or the webhook URL or channel of a chat. */
  to: text(4096),
  /** The text of the message. Default: a sentence that identifies it as a test. */
  content: text(1000).optional(),
  /** The token that authorises a message to a chat channel. */
  apiToken: text(4096).optional(),
});
export type SendTestBody = z.infer<typeof SendTestBody>;

/** Body of POST /v1/integrations/test-connection: credentials that are not saved. */
export const TestDraftBody = z.object({
  providerId: ProviderIdInput,
  credentials: CredentialsInput,
  /** The edited integration. A mask in `credentials` represents the stored secret of this integration. */
  integrationId: Id.optional(),
});
export type TestDraftBody = z.infer<typeof TestDraftBody>;

/**
 * - `succeeded`: the provider accepted the credentials, or the message.
 * - `failed`: the provider rejected the credentials or the message, or could not be reached.
 * - `sandboxed`: the integration is in sandbox mode, so nothing was sent.
 * - `untestable`: this provider cannot be tested without sending.
 */
export const TRIAL_OUTCOMES = ['succeeded', 'failed', 'sandboxed', 'untestable'] as const;

/** The response of both tests. A provider's failure is a result, not an API error. */
export const TrialResult = z.strictObject({
  outcome: z.enum(TRIAL_OUTCOMES),
  /** The provider's own text, or else a text of Belfry. */
  message: z.string(),
  /** The kind of a failure. */
  kind: z.enum(PROVIDER_ERROR_KINDS).optional(),
  /** The status of the provider's HTTP or SMTP response. */
  providerStatus: z.int().optional(),
  providerCode: z.string().optional(),
  providerMessageId: z.string().optional(),
  /** Request and response without secrets, at most 4 kB each. */
  exchange: z.strictObject({ request: z.string(), response: z.string().optional() }).optional(),
  durationMs: z.int(),
});
export type TrialResult = z.infer<typeof TrialResult>;
