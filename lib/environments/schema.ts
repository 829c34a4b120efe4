/** Wire shapes of environments. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';
import { Id } from '#lib/api/wire.ts';

/** An element of GET /v1/environments. It never contains API keys. */
export const Environment = z.strictObject({
  _id: z.string(),
  name: z.string(),
  _organizationId: z.string(),
  identifier: z.string(),
  /** Part of the paths of dashboard pages. Unique in the organization. */
  slug: z.string(),
  type: z.enum(['dev', 'prod']),
});
export type Environment = z.infer<typeof Environment>;

/** Response of GET /v1/environments, in the organization's order. */
export const EnvironmentList = z.array(Environment);
export type EnvironmentList = z.infer<typeof EnvironmentList>;

/** Response of /v1/environments/me/signing-secret. */
export const SigningSecret = z.strictObject({ secret: z.string() });
export type SigningSecret = z.infer<typeof SigningSecret>;

/** First segments of page paths that are not environments. */
const RESERVED_SLUGS = new Set(['settings', 'sign-in', 'invitation', 'api']);

const Name = storableText(50).trim().min(1, 'is required');

const Slug = z
  .string()
  .max(40, 'must be at most 40 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits, with single hyphens between')
  .refine((slug) => !RESERVED_SLUGS.has(slug), 'is reserved');

export const CreateEnvironmentBody = z.object({
  name: Name,
  slug: Slug,
  type: z.enum(['dev', 'prod']).default('dev'),
});
export type CreateEnvironmentBody = z.infer<typeof CreateEnvironmentBody>;

/** An absent field stays unchanged. */
export const UpdateEnvironmentBody = z.object({ name: Name.optional(), slug: Slug.optional() });
export type UpdateEnvironmentBody = z.infer<typeof UpdateEnvironmentBody>;

export const EnvironmentParams = z.object({ environmentId: Id });
