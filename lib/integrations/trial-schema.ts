/** Wire shapes of testing an integration: extensions beyond the interface. */
import { z } from 'zod';
import { isStorableText } from '#lib/postgres/storable.ts';
import { PROVIDER_ERROR_KINDS } from '#lib/providers/error-kinds.ts';

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must be at most ${most} characters`)
    .refine(isStorableText, 'must not contain the NUL character or unpaired surrogates');

/** Body of POST /v1/integrations/{integrationId}/send-test. */
export const SendTestBody = z.object({
  /**
   * Depends on the channel: an email address, a phone number, a device token, or the webhook URL or channel of a chat.
   */
  to: text(4096),
  /** Default: a sentence that says it is a test. */
  content: text(1000).optional(),
  /** For a chat that is posted to by channel: the token to post with. */
  apiToken: text(4096).optional(),
});
export type SendTestBody = z.infer<typeof SendTestBody>;

/**
 * - `succeeded`: the provider accepted the credentials, or the message.
 * - `failed`: the provider rejected them, or could not be reached.
 * - `sandboxed`: the integration is in sandbox mode; nothing was sent.
 * - `untestable`: this provider cannot be tested without sending.
 */
const TRIAL_OUTCOMES = ['succeeded', 'failed', 'sandboxed', 'untestable'] as const;

/** The answer of both tests. A provider's failure is a result, not an error of the call. */
export const TrialResult = z.strictObject({
  outcome: z.enum(TRIAL_OUTCOMES),
  /** The provider's own text, if it gave one. */
  message: z.string(),
  /** The kind of a failure. */
  kind: z.enum(PROVIDER_ERROR_KINDS).optional(),
  /** The status of the provider's HTTP or SMTP answer. */
  providerStatus: z.int().optional(),
  providerCode: z.string().optional(),
  providerMessageId: z.string().optional(),
  /** The exchange without secrets, at most 4 kB per direction. */
  exchange: z.strictObject({ request: z.string(), response: z.string().optional() }).optional(),
  durationMs: z.int(),
});
export type TrialResult = z.infer<typeof TrialResult>;
