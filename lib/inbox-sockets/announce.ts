import { FollowedEnvironments, RENEW_MS } from '#lib/live/followed-environments.ts';
import { announce, announceAll, listenTo } from '#lib/postgres/announcements.ts';
import { afterCommit } from '#lib/postgres/db.ts';
import { INBOX_CHANNEL, INBOX_FOLLOWED_CHANNEL } from './channels.ts';
import { endedLine, GatheredInboxes, gapLine, type InboxChange } from './gathered-inboxes.ts';

/** The time for which changes are gathered, because a NOTIFY takes a lock on the whole database server. */
const EVERY_MS = 100;

/** After listening for this time, a process knows every followed environment. */
const LEARNING_MS = RENEW_MS + 1_000;

interface State {
  followed: FollowedEnvironments;
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
  return followed.has(environmentId) || performance.now() < learnsUntil;
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
    followed: new FollowedEnvironments(),
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
    onMessage: (payload) => hear(announcer, payload),
  });
  return announcer;
}

function hear({ followed, learnsUntil }: State, payload: string): void {
  const added = followed.hear(payload);
  // Until now, this process announced no changes of these environments.
  if (performance.now() >= learnsUntil)
    for (const environmentId of added) announce(INBOX_CHANNEL, gapLine(environmentId));
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
