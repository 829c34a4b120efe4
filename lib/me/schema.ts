/** Wire shape of GET /v1/me: the caller, the environment, and the permissions. */
import { z } from 'zod';
import { storableText } from '#lib/api/text.ts';
import { PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import { EmailAddress, GivenPassword } from '#lib/auth/schema.ts';
import { Environment } from '#lib/environments/schema.ts';
import { Organization } from '#lib/organizations/schema.ts';

export const MeActor = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('user'),
    _id: z.string(),
    email: z.string(),
    name: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('apiKey'), _id: z.string(), name: z.string().optional() }),
]);
export type MeActor = z.infer<typeof MeActor>;

export const MeEnvironment = Environment.extend({
  /**
   * Whether nothing is sent from the environment: it has active integrations that send, and all are in sandbox mode.
   */
  sandboxed: z.boolean(),
});
export type MeEnvironment = z.infer<typeof MeEnvironment>;

export const Me = z.strictObject({
  actor: MeActor,
  organization: Organization,
  /** The caller's environment. */
  environment: MeEnvironment,
  /** The environments that the caller may use: all of the organization for a user, its own for an API key. */
  environments: z.array(MeEnvironment),
  /** Absent for API keys. */
  role: z.enum(ROLES).optional(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** The vendor prefix, as in `<name>-cloud`. */
  serviceName: z.string(),
});
export type Me = z.infer<typeof Me>;

/** Body of PATCH /v1/me. */
export const UpdateMeBody = z.object({
  name: storableText(100).trim().min(1, 'is required').optional(),
  email: EmailAddress.optional(),
  /** Required if the email address changes. */
  currentPassword: GivenPassword.optional(),
});
export type UpdateMeBody = z.infer<typeof UpdateMeBody>;
