import type { ApiKeyScope, Role } from '#lib/auth/permissions.ts';

/** The caller. */
export type Actor =
  | {
      type: 'user';
      userId: string;
      email: string;
      role: Role;
      sessionId: string;
      /** Whether the organization requires two-step sign-in, and the user has not set it up. */
      lacksTwoStep?: boolean;
      /** The sign-in provider of the session. Absent for a password session. */
      signInProviderId?: string;
      /** Whether the organization requires a sign-in provider, and this is a password session. */
      lacksProvider?: boolean;
    }
  /** `canPublish`: may copy workflows to other environments of its organization. */
  | { type: 'apiKey'; apiKeyId: string; scope: ApiKeyScope; canPublish: boolean }
  /** `linkedRunId`: the Notification.id of the message whose link a recipient used. */
  | { type: 'system'; job: string; linkedRunId?: string };

/** The first argument of every service verb: the environment and the caller. */
export interface Ctx {
  organizationId: string;
  environmentId: string;
  actor: Actor;
  requestId: string;
  /** The caller's IP address, if a trusted source provides it. */
  address?: string | undefined;
}
