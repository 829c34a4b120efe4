import { h, type IconName, icon } from './dom.ts';
import type { TextKey } from './english.ts';
import { drawItem, updateAges, updateMore } from './item-view.ts';
import type { Item, View } from './states.ts';
import type { Ui } from './ui.ts';

/** Milliseconds for which a message must be visible before it counts as seen. */
const SEEN_MS = 1_000;
/** Milliseconds after which loading counts as slow. */
export const SLOW_MS = 5_000;
/** The newest message counts as shown if the list is scrolled by fewer pixels. */
const TOP_PX = 40;
const EMPTY = {
  inbox: ['inbox', 'emptyInbox'],
  unread: ['checks', 'emptyUnread'],
  archived: ['archive', 'emptyArchived'],
  snoozed: ['clock', 'emptySnoozed'],
} as const satisfies Record<View, [icon: IconName, title: TextKey]>;

/**
 * The list with its states. The Tab key reaches only one message and its buttons, so that it soon leaves a long list.
 * Arrow keys move to the other messages.
 */
export class ListView {
  readonly element = h('div', { class: 'scroll', part: 'list' });
  readonly #ui: Ui;
  readonly #list: HTMLUListElement;
  readonly #foot = h('div', { class: 'foot' });
  readonly #state = h('div');
  readonly #drawn = new Map<string, { item: Item; entry: HTMLLIElement }>();
  readonly #pill: HTMLButtonElement;
  readonly #visible: IntersectionObserver;
  readonly #end: IntersectionObserver;
  readonly #sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) updateMore(target);
  });
  readonly #seen = new Map<string, ReturnType<typeof setTimeout>>();
  #active: string | undefined;
  #stateKey = '';
  #slow: ReturnType<typeof setTimeout> | undefined;
  #expected: string | undefined;
  /** The newest message at the time when the beginning of the list was last shown. */
  #newest: string | undefined;

  constructor(ui: Ui) {
    this.#ui = ui;
    this.#list = h('ul', {
      ...{ class: 'items', 'aria-label': ui.t('list'), role: 'list' },
      on: { keydown: (event) => this.#onKey(event as KeyboardEvent), focusin: (event) => this.#onFocus(event) },
    });
    const toTop = { click: () => this.#scrollToTop() };
    this.#pill = h('button', { class: 'pill', part: 'pill', hidden: true, on: toTop });
    this.element.append(h('div', { class: 'pill-place' }, this.#pill), this.#state, this.#list, this.#foot);
    this.#visible = new IntersectionObserver((entries) => this.#onVisible(entries), {
      root: this.element,
      threshold: Array.from({ length: 21 }, (_, step) => step / 20),
    });
    this.#end = new IntersectionObserver(([entry]) => entry?.isIntersecting && void ui.model.loadMore(), {
      root: this.element,
      rootMargin: '300px',
    });
    const onScroll = () => {
      ui.popup.place();
      this.#drawPill();
    };
    this.element.addEventListener('scroll', onScroll, { passive: true });
  }

  draw(): void {
    const { items, phase } = this.#ui.model;
    this.#drawState();
    this.#list.setAttribute('aria-busy', String(phase === 'loading'));
    const focus = this.#focusedPlace();
    this.#drawItems(items);
    this.#list.hidden = items.length === 0;
    this.#drawFoot();
    this.#drawPill();
    const isGone = !items.some(({ id }) => id === this.#active);
    if (isGone) this.#active = items[Math.min(focus?.at ?? 0, items.length - 1)]?.id;
    this.#applyStops();
    // If a message was removed by its menu, focus the next message itself, not the menu of the next message.
    if (focus) this.#refocus(isGone && focus.name === 'more' ? 'main' : focus.name);
    this.#focusExpected();
  }

  /** Moves the focus from the panel to a message as soon as the list shows it again. */
  expect(id: string | undefined): void {
    this.#expected = id;
  }

  #focusExpected(): void {
    const entry = this.#drawn.get(this.#expected ?? '')?.entry;
    if (!entry) return;
    this.#expected = undefined;
    if (this.element.parentElement?.matches(':focus')) entry.querySelector<HTMLElement>('.main')?.focus();
  }

  updateAges(): void {
    updateAges(this.#list, this.#ui.lang);
  }

  /** Stops waiting for messages to be seen, because the panel has closed. */
  pause(): void {
    for (const timer of this.#seen.values()) clearTimeout(timer);
    this.#seen.clear();
  }

  destroy(): void {
    this.pause();
    clearTimeout(this.#slow);
    this.#visible.disconnect();
    this.#end.disconnect();
    this.#sizes.disconnect();
  }

  /** Draws only messages that changed, so that focus and selection remain in the others. */
  #drawItems(items: readonly Item[]): void {
    const ids = new Set(items.map(({ id }) => id));
    for (const [id, { entry }] of this.#drawn) {
      if (ids.has(id)) continue;
      this.#unobserve(entry);
      entry.remove();
      this.#drawn.delete(id);
    }
    items.forEach((item, index) => {
      const known = this.#drawn.get(item.id);
      const isSame = known && JSON.stringify(known.item) === JSON.stringify(item);
      const entry = isSame ? known.entry : drawItem(this.#ui, item);
      if (known && known.entry !== entry) {
        this.#unobserve(known.entry);
        known.entry.replaceWith(entry);
      }
      if (this.#list.children[index] !== entry) this.#list.insertBefore(entry, this.#list.children[index] ?? null);
      if (known?.entry === entry) return;
      this.#drawn.set(item.id, { item, entry });
      this.#visible.observe(entry);
      this.#sizes.observe(entry);
    });
  }

  #drawState(): void {
    const { model } = this.#ui;
    const { phase, items, view } = model;
    const key = items.length > 0 ? '' : `${phase} ${view} ${model.generation}`;
    if (key === this.#stateKey) return;
    this.#stateKey = key;
    clearTimeout(this.#slow);
    if (key === '') this.#state.replaceChildren();
    else if (phase === 'loading') {
      const slow = () => model.isStarted && this.#state.replaceChildren(drawFailure(this.#ui));
      this.#state.replaceChildren(...skeleton(this.#ui));
      this.#slow = setTimeout(slow, SLOW_MS);
    } else if (phase === 'ready') {
      const [name, title] = EMPTY[view];
      this.#state.replaceChildren(drawState(this.#ui, name, title, `${title}Hint`));
    } else this.#state.replaceChildren(drawFailure(this.#ui));
  }

  /** Shows how many messages arrived above the shown part. IDs sort by time. */
  #drawPill(): void {
    const { items, phase } = this.#ui.model;
    const newest = this.#newest;
    const isAtTop = this.element.scrollTop < TOP_PX || phase !== 'ready';
    if (isAtTop) this.#newest = items[0]?.id;
    const count = isAtTop || newest === undefined ? 0 : items.filter(({ id }) => id > newest).length;
    this.#pill.hidden = count === 0;
    const text = count > 0 ? this.#ui.t('arrivedMany', { count }) : '';
    if (this.#pill.textContent !== text) this.#pill.textContent = text;
  }

  #scrollToTop(): void {
    this.element.scrollTop = 0;
    // The button disappears, so another element takes the focus.
    this.#list.querySelector<HTMLElement>('.main')?.focus({ preventScroll: true });
  }

  #drawFoot(): void {
    const { more, hasMore, items } = this.#ui.model;
    const { t, model } = this.#ui;
    this.#foot.hidden = !hasMore || items.length === 0;
    if (more === 'idle') this.#watchEnd();
    if (this.#foot.dataset.more === more) return;
    this.#foot.dataset.more = more;
    const retry = () => void model.loadMore();
    this.#foot.replaceChildren(
      more === 'failed'
        ? h('button', { class: 'button', on: { click: retry } }, t('retry'))
        : h('span', { class: 'spinner' }, h('span', { class: 'hidden' }, t('loading'))),
    );
  }

  /**
   * Observes the end of the list again. The observer reports only changes, but after a short page the end may still be
   * in view.
   */
  #watchEnd(): void {
    this.#end.unobserve(this.#foot);
    this.#end.observe(this.#foot);
  }

  #focusedPlace(): { at: number; name: string } | undefined {
    const focused = this.#list.querySelector<HTMLElement>(':focus');
    const entry = focused?.closest('li');
    if (!focused || !entry) return undefined;
    return { at: [...this.#list.children].indexOf(entry), name: focused.dataset.focus ?? 'main' };
  }

  /** Restores the focus after the focused message was drawn again or has left the list. */
  #refocus(name: string): void {
    if (this.#list.querySelector(':focus')) return;
    const entry = this.#active === undefined ? undefined : this.#drawn.get(this.#active)?.entry;
    // Without messages, the state that is shown instead takes the focus.
    const state = this.#state.querySelector<HTMLElement>('.state');
    if (!entry) state ? state.focus() : this.#ui.focusPanel();
    // The quick actions are visible only while the pointer or the focus is in their message.
    entry?.querySelector<HTMLElement>('.main')?.focus();
    entry?.querySelector<HTMLElement>(`[data-focus="${name}"]`)?.focus();
  }

  #onFocus({ target }: Event): void {
    const id = (target as HTMLElement).closest('li')?.dataset.id;
    if (id === undefined || id === this.#active) return;
    this.#active = id;
    this.#applyStops();
  }

  #applyStops(): void {
    for (const [id, { entry }] of this.#drawn)
      for (const control of entry.querySelectorAll<HTMLElement>('[data-focus]'))
        control.tabIndex = id === this.#active ? 0 : -1;
  }

  #onKey(event: KeyboardEvent): void {
    const entry = (event.target as HTMLElement).closest('li');
    if (!entry || event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    const goal =
      (key === 'ArrowDown' && entry.nextElementSibling) ||
      (key === 'ArrowUp' && entry.previousElementSibling) ||
      (key === 'Home' && this.#list.firstElementChild) ||
      (key === 'End' && this.#list.lastElementChild);
    if (!goal) return;
    event.preventDefault();
    goal.querySelector<HTMLElement>('.main')?.focus();
    goal.scrollIntoView({ block: 'nearest' });
  }

  #unobserve(entry: Element): void {
    this.#visible.unobserve(entry);
    this.#sizes.unobserve(entry);
  }

  /**
   * Handles changes of visibility. A message counts as visible if half of it is visible, or if it covers half of the
   * list.
   */
  #onVisible(entries: IntersectionObserverEntry[]): void {
    for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
      const { id } = (target as HTMLElement).dataset;
      if (id === undefined || this.#drawn.get(id)?.entry !== target) continue;
      const coversHalf = intersectionRect.height * 2 >= (rootBounds?.height ?? 0);
      this.#wait(id, intersectionRatio >= 0.5 || (intersectionRatio > 0 && coversHalf));
    }
  }

  /** Reports a message as seen after `SEEN_MS`, unless the message leaves the view before. */
  #wait(id: string, isVisible: boolean): void {
    if (isVisible === this.#seen.has(id)) return;
    clearTimeout(this.#seen.get(id));
    this.#seen.delete(id);
    if (isVisible)
      this.#seen.set(
        id,
        setTimeout(() => this.#sendSeen(), SEEN_MS),
      );
  }

  /** Reports all visible messages as seen, because they became visible at about the same time. */
  #sendSeen(): void {
    if (document.visibilityState !== 'visible') return;
    const ids = [...this.#seen.keys()];
    this.pause();
    void this.#ui.model.markSeen(ids);
  }
}

function drawState({ t }: Ui, name: IconName, title: TextKey, hint: TextKey, retry?: () => void): HTMLElement {
  return h(
    'div',
    { class: 'state', part: 'state', role: retry ? 'alert' : 'status', tabindex: '-1' },
    h('span', { class: 'state-icon' }, icon(name)),
    h('p', { class: 'state-title' }, t(title)),
    h('p', { class: 'state-hint' }, t(hint)),
    retry && h('button', { class: 'button', on: { click: retry } }, t('retry')),
  );
}

function drawFailure(ui: Ui): HTMLElement {
  const { model, focusPanel } = ui;
  const retry = () => {
    // The button disappears with the state, so the panel takes the focus.
    focusPanel();
    void model.retry();
  };
  if (model.phase === 'loading') return drawSlow(ui, retry);
  if (model.phase === 'refused') return drawState(ui, 'lock', 'refused', 'refusedHint', retry);
  return drawTrouble(ui, 'failed', retry);
}

/** Draws the state while a request hangs. */
export function drawSlow(ui: Ui, retry: () => void): HTMLElement {
  return drawState(ui, 'clock', 'slow', 'offlineHint', retry);
}

/** Draws the state after a failure to load: the reader is offline, or the server failed. */
export function drawTrouble(ui: Ui, title: TextKey, retry: () => void): HTMLElement {
  const isOnline = navigator.onLine;
  return drawState(ui, 'warning', isOnline ? title : 'offline', isOnline ? 'failedHint' : 'offlineHint', retry);
}

function skeleton({ t }: Ui): HTMLElement[] {
  const bar = (part: string) => h('span', { class: `bone ${part}` });
  const row = () =>
    h(
      'div',
      { class: 'item ghost', 'aria-hidden': 'true' },
      bar('avatar'),
      h('div', { class: 'content' }, bar('wide'), bar('')),
    );
  return [h('p', { class: 'hidden', role: 'status' }, t('loading')), row(), row(), row()];
}
