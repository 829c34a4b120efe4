import type { ApiKeyScope, Role } from '#lib/auth/permissions.ts';

/** A subscriber in an embedded inbox. */
interface InboxReader {
  type: 'subscriber';
  /** Belfry's own ID of the subscriber (`Subscriber.id`). */
  subscriberId: string;
  /** The `subscriberId` that the caller of the API chose. */
  externalSubscriberId: string;
  inboxSessionId: string;
  /** Sorted. The session shows only messages with exactly these context keys. */
  contextKeys: string[];
}

/** The caller of an operation. */
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
  /** `canPublish`: whether the key may copy workflows to other environments of its organization. */
  | { type: 'apiKey'; apiKeyId: string; scope: ApiKeyScope; canPublish: boolean }
  | InboxReader
  /** `linkedRunId`: the ID of the run whose message contained the link that a recipient used. */
  | { type: 'system'; job: string; linkedRunId?: string };

/** The context of an operation of the inbox. */
export interface InboxCtx extends Ctx {
  actor: InboxReader;
}

/** The first argument of every service verb: the environment and the caller. */
export interface Ctx {
  organizationId: string;
  environmentId: string;
  actor: Actor;
  requestId: string;
  /** The caller's IP address, if a trusted source provides it. */
  address?: string | undefined;
}
