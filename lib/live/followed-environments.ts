import { announce } from '#lib/postgres/announcements.ts';

/** The interval at which web processes announce the environments that they follow. */
export const RENEW_MS = 5_000;
/** The time for which an environment counts as followed, because a web process may lose a message. */
const FOLLOWED_MS = 3 * RENEW_MS;
/** The largest number of environments in a message: each uses 25 of the 8,000 bytes of a NOTIFY. */
const PER_MESSAGE = 300;

/** Announces on the channel that this process follows the environments. */
export function announceFollowed(channel: string, environmentIds: readonly string[]): void {
  for (let at = 0; at < environmentIds.length; at += PER_MESSAGE)
    announce(channel, environmentIds.slice(at, at + PER_MESSAGE).join(','));
}

/** The environments that any web process follows, according to their announcements. */
export class FollowedEnvironments {
  /** The end of the time for which each environment is followed, in milliseconds of `performance.now()`. */
  readonly #ends = new Map<string, number>();

  has(environmentId: string): boolean {
    const end = this.#ends.get(environmentId);
    if (end === undefined) return false;
    if (end >= performance.now()) return true;
    this.#ends.delete(environmentId);
    return false;
  }

  /**
   * Handles a message of `announceFollowed`.
   *
   * @returns the environments that were not followed before.
   */
  hear(payload: string): string[] {
    const environmentIds = payload.split(',');
    const added = environmentIds.filter((environmentId) => !this.has(environmentId));
    const now = performance.now();
    for (const environmentId of environmentIds) {
      this.#ends.delete(environmentId);
      this.#ends.set(environmentId, now + FOLLOWED_MS);
    }
    // The map is in order of expiry.
    for (const [environmentId, end] of this.#ends) {
      if (end >= now) break;
      this.#ends.delete(environmentId);
    }
    return added;
  }
}
