import type { Actor, Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { type Follower, followRuns } from './followers.ts';
import { GatheredChanges } from './gathered-changes.ts';

/** The pause between two events. */
const EVERY_MS = 250;
/** The longest pause without data, so that both sides notice a dead connection. */
const HEARTBEAT_MS = 15_000;
/** The interval at which the stream checks that the caller may still follow. */
const CHECK_MS = 30_000;
/** The number of unread heartbeats after which the stream ends. */
const MAX_UNREAD = 3;
/** Maximum streams of a caller. A browser needs one per environment, or one per visible window without Web Locks. */
const MAX_PER_CALLER = 12;
const MAX_PER_PROCESS = 1_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

const shared = globalThis as typeof globalThis & { belfryRunStreams?: Map<RunStream, string> };

/**
 * Opens a stream of server-sent events: `ready` at the beginning and whenever changes may have been missed, and `runs`
 * (RunChanges) at most every 250 ms. The stream ends when the caller disconnects, does not read, or may no longer
 * follow, and when the process stops.
 *
 * @param isAllowed whether the caller may still follow, checked every 30 s.
 * @param follow replaces `followRuns` in tests.
 * @throws ApiError `too_many_requests` for a caller with 12 streams, `unavailable` for a process with 1,000.
 */
export function openRunStream(ctx: Ctx, isAllowed: () => Promise<boolean>, follow = followRuns): Response {
  const open = openStreams();
  const caller = callerKey(ctx.actor);
  const own = [...open.values()].filter((key) => key === caller).length;
  if (own >= MAX_PER_CALLER)
    throw new ApiError('too_many_requests', 'The caller has too many live streams open', {
      headers: { 'retry-after': '30' },
    });
  if (open.size >= MAX_PER_PROCESS)
    throw new ApiError('unavailable', 'This process has too many live streams open', {
      headers: { 'retry-after': '30' },
    });
  const stream: RunStream = new RunStream({
    isAllowed,
    follow: (follower) => follow(ctx.environmentId, follower),
    onEnd: () => open.delete(stream),
  });
  open.set(stream, caller);
  return new Response(stream.body, { headers: HEADERS });
}

/** Ends every stream of this process. Called when the process stops. */
export function endRunStreams(): void {
  for (const stream of [...openStreams().keys()]) stream.end();
}

function openStreams(): Map<RunStream, string> {
  shared.belfryRunStreams ??= new Map();
  return shared.belfryRunStreams;
}

function callerKey(actor: Actor): string {
  if (actor.type === 'user') return actor.userId;
  if (actor.type === 'subscriber') return actor.subscriberId;
  return actor.type === 'apiKey' ? actor.apiKeyId : actor.job;
}

interface Tools {
  isAllowed: () => Promise<boolean>;
  follow: (follower: Follower) => () => void;
  onEnd: () => void;
}

class RunStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #gathered = new GatheredChanges();
  readonly #encoder = new TextEncoder();
  readonly #isAllowed: () => Promise<boolean>;
  readonly #free: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #hasGap = true;
  #unread = 0;
  #pause: NodeJS.Timeout | undefined;

  constructor({ isAllowed, follow, onEnd }: Tools) {
    this.#isAllowed = isAllowed;
    const heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    const check = setInterval(() => void this.#check(), CHECK_MS).unref();
    const unfollow = follow({
      onChanges: (changes) => {
        this.#gathered.addAll(changes);
        this.#send();
      },
      onGap: () => {
        this.#hasGap = true;
        this.#send();
      },
    });
    this.#free = () => {
      this.#controller = undefined;
      clearInterval(heartbeat);
      clearInterval(check);
      clearTimeout(this.#pause);
      unfollow();
      onEnd();
    };
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
        this.#send();
      },
      pull: () => this.#send(),
      cancel: () => this.#free(),
    });
  }

  end(): void {
    const controller = this.#controller;
    if (!controller) return;
    this.#free();
    controller.close();
  }

  /**
   * Sends the gathered changes, unless the last event was less than 250 ms ago, or the client has not read that event
   * yet.
   */
  #send(): void {
    if (this.#pause || !this.#isRead || (!this.#hasGap && this.#gathered.isEmpty)) return;
    const changes = this.#gathered.take();
    if (this.#hasGap) this.#write('event: ready\ndata: {}\n\n');
    else this.#write(`event: runs\ndata: ${JSON.stringify(changes)}\n\n`);
    this.#hasGap = false;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#send();
    }, EVERY_MS);
  }

  get #isRead(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  #beat(): void {
    this.#unread = this.#isRead ? 0 : this.#unread + 1;
    if (this.#unread >= MAX_UNREAD) this.end();
    else if (this.#isRead) this.#write(': still here\n\n');
  }

  async #check(): Promise<void> {
    const isAllowed = await this.#isAllowed().catch(() => false);
    if (!isAllowed) this.end();
  }

  #write(text: string): void {
    this.#unread = 0;
    this.#controller?.enqueue(this.#encoder.encode(text));
  }
}
