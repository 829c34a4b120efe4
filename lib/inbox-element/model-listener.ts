import type { InboxFailure } from './inbox-client.ts';

/** What the element learns from its model. */
export interface ModelListener {
  /** Something that is shown has changed. */
  onChange(): void;
  /** The settled number has changed. */
  onCount(unread: number): void;
  /** Messages arrived. `subject` is that of the last one. */
  onArrival(subject: string): void;
  /** Announcements arrive from now on, perhaps again. */
  onConnected(): void;
  /** @param retry tries a failed change again. Undefined if something could not be loaded. */
  onError(failure: InboxFailure, retry?: () => void): void;
}
