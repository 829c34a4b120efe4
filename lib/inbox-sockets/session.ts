/** The inbox session of a connection. */
export interface SocketSession {
  environmentId: string;
  /** Subscriber.id */
  subscriberId: string;
  inboxSessionId: string;
  /** Sorted context keys. Only messages with exactly these contexts reach the connection. */
  contextKeys: readonly string[];
}

/** Thrown for a token that is unknown, expired or revoked. The client needs a new token. */
export class RefusedToken extends Error {
  override name = 'RefusedToken';
}
