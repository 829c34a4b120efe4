import { announce, listenTo } from '#lib/postgres/announcements.ts';
import { afterCommit } from '#lib/postgres/db.ts';
import { FOLLOWED_CHANNEL, RUNS_CHANNEL } from './channels.ts';
import { FollowedEnvironments } from './followed-environments.ts';
import { type Change, GatheredChanges } from './gathered-changes.ts';

/** The time for which changes are gathered, because a NOTIFY takes a lock on the whole database server. */
const EVERY_MS = 250;

interface State {
  followed: FollowedEnvironments;
  gathered: Map<string, GatheredChanges>;
}

const shared = globalThis as typeof globalThis & { belfryLiveRuns?: State };

/**
 * Announces triggered or changed runs to the web processes that follow the environment, after the commit. The first
 * change is sent immediately, and further ones together, at most every 250 ms. Without followers, it costs one map
 * lookup.
 */
export function announceRuns(environmentId: string, change: Change, runIds: () => Iterable<string>): void {
  const { followed, gathered } = state();
  if (!followed.has(environmentId)) return;
  afterCommit(() => {
    const waiting = gathered.get(environmentId);
    if (waiting) waiting.add(change, runIds());
    else begin(gathered, environmentId).add(change, runIds());
  });
}

/** Starts to listen for the environments that web processes follow. */
export function listenForFollowers(): void {
  state();
}

function state(): State {
  if (!shared.belfryLiveRuns) {
    const followed = new FollowedEnvironments();
    shared.belfryLiveRuns = { followed, gathered: new Map() };
    listenTo(FOLLOWED_CHANNEL, {
      onMessage: (payload) => followed.hear(payload).forEach(announceGap),
    });
  }
  return shared.belfryLiveRuns;
}

/** Makes followers reload, because until now this process announced no changes of the environment. */
function announceGap(environmentId: string): void {
  announce(RUNS_CHANNEL, JSON.stringify({ environmentId, created: [], changed: [], more: true }));
}

/** Sends the first changes immediately, and then the changes of every 250 ms together. */
function begin(gathered: State['gathered'], environmentId: string): GatheredChanges {
  const changes = new GatheredChanges();
  gathered.set(environmentId, changes);
  const send = () => {
    if (changes.isEmpty) return void gathered.delete(environmentId);
    announce(RUNS_CHANNEL, JSON.stringify({ environmentId, ...changes.take() }));
    setTimeout(send, EVERY_MS).unref();
  };
  queueMicrotask(send);
  return changes;
}
