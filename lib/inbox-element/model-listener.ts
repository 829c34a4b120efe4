import type { InboxFailure } from './inbox-client.ts';

/** The events that the model reports to its element. */
export interface ModelListener {
  /** Something that is shown has changed. */
  onChange(): void;
  /** The settled number has changed. */
  onCount(unread: number): void;
  /** Messages arrived. `subject` is the subject of the last message. */
  onArrival(subject: string): void;
  /** The socket has connected or reconnected: announcements arrive from now on. */
  onConnected(): void;
  /** @param retry retries a failed change. Undefined if something could not be loaded. */
  onError(failure: InboxFailure, retry?: () => void): void;
}
