/** Wire shapes of API keys. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';

/** A valid key, without the secret itself, which is shown only once. */
export const ApiKey = z.strictObject({
  _id: z.string(),
  _environmentId: z.string(),
  name: z.string(),
  /** The first characters of the key. */
  hint: z.string(),
  /** Whether the key may copy workflows into other environments of the organization. */
  canPublish: z.boolean(),
  /** The email address of the key's creator. Absent for the first key. */
  createdBy: z.string().optional(),
  lastUsedAt: Timestamp.optional(),
  createdAt: Timestamp,
});
export type ApiKey = z.infer<typeof ApiKey>;
export const ApiKeyList = z.array(ApiKey);

/** The only response that contains the key itself. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const CreateApiKeyBody = z.object({
  name: storableText(100).trim().min(1, 'is required'),
  /** @default false */
  canPublish: z.boolean().optional(),
});
export type CreateApiKeyBody = z.infer<typeof CreateApiKeyBody>;

export const ApiKeyParams = z.object({ apiKeyId: Id });
