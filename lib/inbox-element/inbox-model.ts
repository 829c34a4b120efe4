import { asFailure, type Identity, InboxClient, type InboxFailure, type Session } from './inbox-client.ts';
import { countUnread, readPage } from './inbox-reads.ts';
import type { ModelListener } from './model-listener.ts';
import { pauseMs } from './pause.ts';
import { inboxSocket, type SharedSocket } from './shared-socket.ts';
import {
  type ChangeBody,
  changed,
  type Item,
  isCounted,
  merged,
  replaced,
  restored,
  type Verb,
  type View,
} from './states.ts';
import type { Tab } from './tab-filter.ts';

/** `refused`: the server rejects the session, and a retry would be rejected too. */
export type Phase = 'loading' | 'ready' | 'failed' | 'refused';

const PAGE = 15;
const MAX_PAGE = 100;
/** Milliseconds between two refreshes without a socket. */
const POLL_MS = 60_000;
/** Changes and announcements within this time cause one refresh. */
const GATHER_MS = 250;

/** The state of an inbox, and its changes. It does not depend on the page. */
export class InboxModel {
  readonly client: InboxClient;
  readonly listener: ModelListener;
  readonly #live: SharedSocket;
  session: Session | undefined;
  phase: Phase = 'loading';
  /** The last failure to load. The shown messages may be out of date. */
  problem: InboxFailure | undefined;
  unread = 0;
  items: readonly Item[] = [];
  hasMore = false;
  /** The state of loading the next page of the list. */
  more: 'idle' | 'loading' | 'failed' = 'idle';
  view: View = 'inbox';
  tabs: readonly Tab[] = [];
  tab = 0;
  /** The number of unread messages of each tab. */
  tabCounts: readonly number[] = [];
  /** Whether the list is shown. Otherwise announcements change only the count. */
  #isOpen = false;
  #isListed = false;
  #isConnected = false;
  #isStopped = true;
  /** Counts the beginnings of a list: the answer to an earlier request is ignored. */
  generation = 0;
  #starts = 0;
  #failures = 0;
  #lastLook = 0;
  readonly #busy = new Map<string, number>();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #gathered: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setInterval> | undefined;
  #isListStale = false;
  #reads = 0;
  /** The number that was last reported to the page, and how many reads of the numbers are running. */
  #reported = 0;
  #looks = 0;

  constructor(identity: Identity, tabs: readonly Tab[], listener: ModelListener) {
    this.client = new InboxClient(identity);
    this.tabs = tabs;
    this.listener = listener;
    this.#live = inboxSocket(this.client, {
      onEvent: (event, data) => this.#heed(event, data),
      onState: (isConnected) => this.#onState(isConnected),
    });
  }

  /** Begins the session. After a temporary failure, retries with growing pauses. Does nothing without a subscriber. */
  async start(): Promise<void> {
    const { applicationIdentifier, subscriberId } = this.client.identity;
    if (!applicationIdentifier || !subscriberId) return;
    this.#isStopped = false;
    this.#starts += 1;
    const start = this.#starts;
    clearTimeout(this.#retry);
    if (this.phase === 'failed' || this.phase === 'refused') this.#set({ phase: 'loading' });
    try {
      this.session = await this.client.session();
    } catch (error) {
      if (start === this.#starts) this.#startFailed(asFailure(error));
      return;
    }
    if (this.#isStopped) return;
    this.#failures = 0;
    this.#setUnread(this.session.totalUnreadCount);
    this.#live.start();
    this.#poll ??= setInterval(() => this.#look(), POLL_MS / 4);
    this.#lastLook = Date.now();
    if (this.#isOpen) await (this.#isListed ? this.refresh() : this.load());
    else this.listener.onChange();
    if (this.tabs.length > 0) this.#gather();
  }

  stop(): void {
    this.#isStopped = true;
    this.#live.stop();
    clearTimeout(this.#retry);
    clearTimeout(this.#gathered);
    clearInterval(this.#poll);
    this.#poll = undefined;
  }

  /** Connects and refreshes, because the reader or the network is back. */
  wake(): void {
    if (this.#isStopped) return;
    if (!this.session) {
      if (this.phase !== 'refused') void this.start();
      return;
    }
    this.#live.hurry();
    if (this.problem) void this.retry();
    else if (!this.#isConnected) this.#look();
  }

  /** Loads or refreshes the list, which is shown from now on. */
  open(): void {
    this.#isOpen = true;
    if (!this.session) return;
    if (!this.#isListed) void this.load();
    else if (this.#isListStale || this.problem) this.#gather();
  }

  closed(): void {
    this.#isOpen = false;
  }

  async show(shown: Partial<Pick<InboxModel, 'view' | 'tab' | 'tabs'>>): Promise<void> {
    Object.assign(this, shown);
    if (!this.session) return;
    // Other tabs have other counts.
    if (shown.tabs) this.#gather();
    await this.load();
  }

  /** Loads the beginning of the list, which replaces the shown messages. */
  async load(): Promise<void> {
    this.generation += 1;
    const generation = this.generation;
    this.#isListed = false;
    this.#set({ phase: 'loading', problem: undefined, items: [], hasMore: false, more: 'idle' });
    try {
      const page = await readPage(this, { limit: PAGE });
      if (generation !== this.generation) return;
      this.#isListed = true;
      this.#isListStale = false;
      this.#set({ phase: 'ready', items: page.data, hasMore: page.hasMore });
    } catch (error) {
      if (generation === this.generation) this.#failed(asFailure(error));
    }
  }

  async loadMore(): Promise<void> {
    const last = this.items.at(-1);
    if (!this.hasMore || this.more === 'loading' || this.phase !== 'ready' || !last) return;
    const generation = this.generation;
    this.#set({ more: 'loading' });
    try {
      const page = await readPage(this, { limit: PAGE, after: last.id });
      if (generation !== this.generation) return;
      const known = new Set(this.items.map(({ id }) => id));
      const items = [...this.items, ...page.data.filter(({ id }) => !known.has(id))];
      this.#set({ items, hasMore: page.hasMore, more: 'idle' });
    } catch {
      if (generation === this.generation) this.#set({ more: 'failed' });
    }
  }

  /** Loads the counts and the shown part of the list. If that fails, the shown messages remain and `problem` is set. */
  async refresh(): Promise<void> {
    if (!this.session) return this.start();
    clearTimeout(this.#gathered);
    this.#gathered = undefined;
    this.#lastLook = Date.now();
    const generation = this.generation;
    this.#looks += 1;
    try {
      // A list that was never loaded has no messages to keep.
      const list = () => (this.#isListed ? this.#refreshList() : this.phase !== 'loading' && this.load());
      await Promise.all([this.#count(), this.#isOpen && list()]);
      if (this.problem && this.#isListed) this.#set({ problem: undefined });
    } catch (error) {
      if (generation === this.generation) this.#failed(asFailure(error));
    } finally {
      this.#looks -= 1;
      this.#report();
    }
  }

  /** Whether the inbox loads or has loaded. Without a subscriber it waits. */
  get isStarted(): boolean {
    return !this.#isStopped;
  }

  /**
   * Loads again after a failure, or while a request hangs. In the second case, begins a new session, because the
   * request for the session may be the one that hangs.
   */
  retry(): Promise<void> {
    const isHanging = this.phase === 'loading';
    if (isHanging) {
      this.client.forget();
      this.generation += 1;
    }
    this.#set({ problem: undefined });
    return isHanging && this.session ? this.load() : this.refresh();
  }

  /**
   * Changes a message immediately, and undoes the change if the request fails.
   *
   * @param done runs after a success, including the success of a retry.
   */
  change(item: Item, verb: Verb, { isUndo, ...body }: ChangeBody = {}, done?: () => unknown): Promise<void> {
    const path = `/notifications/${item.id}/${verb}${isUndo ? '?undo=true' : ''}`;
    return this.#attempt(item, changed(item, verb, { isUndo, ...body }), done, async () => {
      const { data } = await this.client.call<{ data: Item }>('PATCH', path, body);
      return data;
    });
  }

  delete(item: Item, done: () => void): Promise<void> {
    return this.#attempt(item, undefined, done, async () => {
      await this.client.call('DELETE', `/notifications/${item.id}/delete`);
      return undefined;
    });
  }

  /** The unread messages of the shown tab, up to 100. Undefined before they are counted. */
  get tabUnread(): number | undefined {
    return this.tabs.length > 0 ? this.tabCounts[this.tab] : this.unread;
  }

  /** Shows other messages. The answers to earlier requests are ignored. */
  setItems(items: readonly Item[]): void {
    this.generation += 1;
    this.#set({ items, more: 'idle' });
  }

  /** Loads the shown part of the list again soon, because it may differ. */
  outdated(): void {
    this.#isListStale = true;
    this.#gather();
  }

  /** Records that messages were visible for a while. */
  async markSeen(ids: readonly string[]): Promise<void> {
    const unseen = new Set(this.items.filter(({ id, isSeen }) => !isSeen && ids.includes(id)).map(({ id }) => id));
    if (unseen.size === 0) return;
    // Seen messages look the same, so nothing is drawn again.
    this.items = this.items.map((item) => (unseen.has(item.id) ? Object.assign(item, { isSeen: true }) : item));
    const notificationIds = [...unseen].slice(0, MAX_PAGE);
    await this.client.call('POST', '/notifications/seen', { notificationIds }).catch(() => undefined);
  }

  async #attempt(
    item: Item,
    next: Item | undefined,
    done: (() => unknown) | undefined,
    send: () => Promise<Item | undefined>,
  ): Promise<void> {
    const at = this.items.findIndex(({ id }) => id === item.id);
    this.#mark(item.id, 1);
    this.#replace(item.id, next);
    this.#setUnread(this.unread + Number(next ? isCounted(next) : false) - Number(isCounted(item)));
    try {
      const stored = await send();
      if (stored) this.#replace(item.id, stored);
      await done?.();
    } catch (error) {
      this.#set({ items: restored(this.items, this.view, item, at) });
      this.#setUnread(this.unread - Number(next ? isCounted(next) : false) + Number(isCounted(item)));
      this.listener.onError(asFailure(error), () => void this.#attempt(item, next, done, send));
    } finally {
      this.#mark(item.id, -1);
      this.#gather();
    }
  }

  #replace(id: string, next: Item | undefined): void {
    this.#set({ items: replaced(this.items, this.view, id, next) });
  }

  #mark(id: string, by: number): void {
    const pending = (this.#busy.get(id) ?? 0) + by;
    if (pending > 0) this.#busy.set(id, pending);
    else this.#busy.delete(id);
  }

  async #refreshList(): Promise<void> {
    const generation = this.generation;
    this.#reads += 1;
    const read = this.#reads;
    this.#isListStale = false;
    const limit = Math.min(Math.max(this.items.length, PAGE), MAX_PAGE);
    const page = await readPage(this, { limit });
    // A slow answer must not replace the answer to a later request.
    if (generation !== this.generation || read !== this.#reads) return;
    const shown = page.data.filter((item) => !this.#busy.has(item.id) || this.items.some(({ id }) => id === item.id));
    const { items, hasTail } = merged(this.items, shown, page.hasMore, (id) => this.#busy.has(id));
    this.#set({ items, hasMore: hasTail ? this.hasMore : page.hasMore });
  }

  async #count(): Promise<void> {
    const [total = 0, ...tabs] = await countUnread(this);
    this.tabCounts = tabs;
    this.#setUnread(total);
    this.listener.onChange();
  }

  #heed(event: string, data: unknown): void {
    if (event === 'unread_count_changed') {
      const { unreadCount } = data as { unreadCount?: unknown };
      // A change in progress has already changed the number.
      if (typeof unreadCount === 'number' && this.#busy.size === 0) this.#setUnread(unreadCount);
      this.#announced();
    } else if (event === 'notification_received') {
      const { message } = data as { message?: { subject?: unknown; content?: unknown } };
      this.listener.onArrival(String(message?.subject || message?.content || ''));
      this.#announced();
    }
  }

  /** Refreshes, because the list may have changed. A list that is not shown is loaded when it is opened. */
  #announced(): void {
    this.#isListStale = true;
    if (this.#isOpen || this.tabs.length > 0) this.#gather();
  }

  #onState(isConnected: boolean): void {
    this.#isConnected = isConnected;
    // Messages may have changed without a connection. The server sends counts after connecting, and they reload the
    // list.
    if (isConnected) this.listener.onConnected();
    else this.#lastLook = Date.now();
  }

  /** Refreshes every minute while there is no socket and the page is visible. */
  #look(): void {
    const isDue = Date.now() - this.#lastLook >= POLL_MS - 1_000;
    if (this.#isConnected || !isDue || document.visibilityState !== 'visible') return;
    const before = this.unread;
    void this.refresh().then(() => {
      if (this.unread > before) this.listener.onArrival('');
    });
  }

  #gather(): void {
    this.#gathered ??= setTimeout(() => {
      this.#gathered = undefined;
      if (this.#busy.size > 0) this.#gather();
      else if (!this.#isStopped) void this.refresh();
    }, GATHER_MS);
  }

  #startFailed(failure: InboxFailure): void {
    if (this.#isStopped) return;
    this.#failed(failure);
    if (!failure.isTemporary) return;
    this.#failures += 1;
    const pause = Math.max(failure.retryAfterMs, pauseMs(this.#failures, Math.random()));
    this.#retry = setTimeout(() => void this.start(), pause);
  }

  #failed(failure: InboxFailure): void {
    this.listener.onError(failure);
    const phase = failure.isTemporary ? 'failed' : 'refused';
    this.#set({ problem: failure, ...(!this.#isListed && { phase }) });
  }

  #setUnread(count: number): void {
    const unread = Math.max(0, count);
    if (unread === this.unread) return;
    this.unread = unread;
    this.#report();
    this.listener.onChange();
  }

  /** Reports the number, unless a change or a read in progress may still correct it. */
  #report(): void {
    if (this.#busy.size > 0 || this.#gathered || this.#looks > 0 || this.unread === this.#reported) return;
    this.#reported = this.unread;
    this.listener.onCount(this.unread);
  }

  #set(state: Partial<Pick<InboxModel, 'phase' | 'problem' | 'items' | 'hasMore' | 'more'>>): void {
    Object.assign(this, state);
    this.listener.onChange();
  }
}
