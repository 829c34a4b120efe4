import type { Role } from '#lib/auth/permissions.ts';

/** Who is calling. */
export type Actor =
  | { type: 'user'; userId: string; email: string; role: Role; sessionId: string }
  /** `canPublish`: may copy workflows to other environments of its organization. */
  | { type: 'apiKey'; apiKeyId: string; canPublish: boolean }
  | { type: 'system'; job: string };

/** The first argument of every service verb: which environment, and on whose behalf. */
export interface Ctx {
  organizationId: string;
  environmentId: string;
  actor: Actor;
  requestId: string;
  /** The caller's address, when a trusted source names it. */
  address?: string | undefined;
}
