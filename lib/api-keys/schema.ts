/** Wire shapes of API keys. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';
import { Id, Timestamp } from '#lib/api/wire.ts';
import { API_KEY_SCOPES } from '#lib/auth/permissions.ts';

/** A key that is valid or ended in the last seven days, without the secret itself, which is shown only once. */
export const ApiKey = z.strictObject({
  _id: z.string(),
  _environmentId: z.string(),
  name: z.string(),
  /** The first characters of the key. */
  hint: z.string(),
  /** Whether the key may copy workflows into other environments of the organization. */
  canPublish: z.boolean(),
  /** `trigger` permits only the operations of events. `read` permits only reading, without sensitive content. */
  scope: z.enum(API_KEY_SCOPES),
  /** The expiry time. Absent if the key never expires. */
  expiresAt: Timestamp.optional(),
  /** The key that replaces this key. Present once this key is rotated. */
  replacedBy: z.string().optional(),
  /** The calls of the last 24 hours, counted by the hour. Calls of the last second may still be missing. */
  callsLast24Hours: z.number().int(),
  /** The email address of the key's creator. Absent for the first key. */
  createdBy: z.string().optional(),
  /** The name of the key’s creator. */
  createdByName: z.string().optional(),
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
  /** @default all */
  scope: z.enum(API_KEY_SCOPES).optional(),
  /** If absent, the key never expires. */
  expiresAt: z.iso.datetime({ precision: 3, error: 'must be a time like 2027-01-31T12:00:00.000Z' }).optional(),
});
export type CreateApiKeyBody = z.infer<typeof CreateApiKeyBody>;

/** Only the name of a key can change. Its rights and its expiry time stay, because code depends on them. */
export const UpdateApiKeyBody = CreateApiKeyBody.pick({ name: true });
export type UpdateApiKeyBody = z.infer<typeof UpdateApiKeyBody>;

/** The time for which the old key stays valid after a rotation. */
export const OVERLAPS = { now: 0, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const;
export type Overlap = keyof typeof OVERLAPS;

export const RotateApiKeyBody = z.object({
  /** When the old key expires: now, or after this time. If the key expires earlier anyway, that time stays. */
  oldKeyEnds: z.enum(['now', '1h', '24h', '7d']),
});
export type RotateApiKeyBody = z.infer<typeof RotateApiKeyBody>;

export const ApiKeyParams = z.object({ apiKeyId: Id });
