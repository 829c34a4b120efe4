import { announce, announceAll, listenTo } from '#lib/postgres/announcements.ts';
import { afterCommit } from '#lib/postgres/db.ts';
import { INBOX_CHANNEL, INBOX_FOLLOWED_CHANNEL, RENEW_MS } from './channels.ts';
import { endedLine, GatheredInboxes, gapLine, type InboxChange } from './gathered-inboxes.ts';

/** The time for which changes are gathered, because a NOTIFY takes a lock on the whole database server. */
const EVERY_MS = 100;

/**
 * The time for which an environment counts as followed: web processes renew every `RENEW_MS`, and may lose a message.
 */
const FOLLOWED_MS = 3 * RENEW_MS;
/** After this time of listening, a process has heard of every followed environment. */
const LEARNING_MS = RENEW_MS + 1_000;

interface State {
  /** The end of the time for which each environment is followed, in milliseconds of `performance.now()`. */
  followed: Map<string, number>;
  /** Until this time, every environment counts as followed, because the process may not know its followers. */
  learnsUntil: number;
  gathered: GatheredInboxes;
  isSending: boolean;
}

const shared = globalThis as typeof globalThis & { belfryInboxAnnouncer?: State };

/**
 * Announces a change of a subscriber’s inbox to the web processes with sockets of the environment, after the commit. The
 * first change is sent immediately, and further ones together, at most every 100 ms. Without open sockets, it costs one
 * map lookup.
 *
 * @param subscriberId Subscriber.id
 */
export function announceInbox(environmentId: string, subscriberId: string, change: InboxChange): void {
  if (!isInboxFollowed(environmentId)) return;
  const announcer = state();
  afterCommit(() => {
    announcer.gathered.add(environmentId, subscriberId, change);
    begin(announcer);
  });
}

/** Whether any process may have sockets of the environment. */
export function isInboxFollowed(environmentId: string): boolean {
  const { followed, learnsUntil } = state();
  const until = followed.get(environmentId);
  const now = performance.now();
  if (until !== undefined && until >= now) return true;
  if (until !== undefined) followed.delete(environmentId);
  return now < learnsUntil;
}

/**
 * Closes the sockets of a subscriber’s ended inbox sessions in every process, after the commit. Their clients do not connect
 * again.
 *
 * @param subscriberId Subscriber.id
 */
export function closeEndedSockets(environmentId: string, subscriberId: string): void {
  if (!isInboxFollowed(environmentId)) return;
  afterCommit(() => announce(INBOX_CHANNEL, endedLine(environmentId, subscriberId)));
}

/** Starts to listen for the environments with sockets. */
export function listenForInboxFollowers(): void {
  state();
}

function state(): State {
  shared.belfryInboxAnnouncer ??= begun();
  return shared.belfryInboxAnnouncer;
}

function begun(): State {
  const announcer: State = {
    followed: new Map(),
    learnsUntil: Number.POSITIVE_INFINITY,
    gathered: new GatheredInboxes(),
    isSending: false,
  };
  listenTo(INBOX_FOLLOWED_CHANNEL, {
    onConnect() {
      announcer.learnsUntil = performance.now() + LEARNING_MS;
    },
    onLost() {
      announcer.learnsUntil = Number.POSITIVE_INFINITY;
    },
    onMessage: (payload) => hear(announcer, payload.split(',')),
  });
  return announcer;
}

function hear({ followed, learnsUntil }: State, environmentIds: readonly string[]): void {
  const now = performance.now();
  for (const environmentId of environmentIds) {
    const until = followed.get(environmentId);
    const isNew = until === undefined || until < now;
    // Until now, this process announced no changes of the environment.
    if (isNew && now >= learnsUntil) announce(INBOX_CHANNEL, gapLine(environmentId));
    followed.delete(environmentId);
    followed.set(environmentId, now + FOLLOWED_MS);
  }
  // The map is in order of expiry.
  for (const [environmentId, until] of followed) {
    if (until >= now) break;
    followed.delete(environmentId);
  }
}

/** Sends the first changes immediately, and then the changes of every 100 ms together. */
function begin(announcer: State): void {
  if (announcer.isSending) return;
  announcer.isSending = true;
  const send = () => {
    if (announcer.gathered.isEmpty) {
      announcer.isSending = false;
      return;
    }
    announceAll(INBOX_CHANNEL, announcer.gathered.take());
    setTimeout(send, EVERY_MS).unref();
  };
  queueMicrotask(send);
}
