import { contextOf, serverOf, validTabs, warn } from './attributes.ts';
import { h, icon, setAttributes } from './dom.ts';
import type { Texts } from './english.ts';
import type { Identity, InboxFailure } from './inbox-client.ts';
import { InboxModel } from './inbox-model.ts';
import { plainText } from './markup.ts';
import { Panel } from './panel.ts';
import { placeAt } from './place.ts';
import { Popup } from './popup.ts';
import { badgeText } from './states.ts';
import type { Tab } from './tab-filter.ts';
import { type Translate, textsOf, translator, validLanguage } from './texts.ts';
import type { Ui } from './ui.ts';

/**
 * A change of one of these attributes begins another session. A change of any other attribute only draws the texts
 * again.
 */
const IDENTITY = ['application-identifier', 'subscriber-id', 'subscriber-hash', 'context', 'context-hash', 'server'];
const APPEARANCE = ['lang', 'tabs', 'inline'];
const AGES_MS = 30_000;
/** Announcements within this time are read out together. */
const ANNOUNCE_MS = 1_000;

let sheet: CSSStyleSheet | undefined;

/**
 * Returns the style sheet, which all elements share. Unlike `<style>`, it needs no permission in the page’s content
 * security policy.
 */
function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(BelfryInbox.style);
  }
  return sheet;
}

/** `<belfry-inbox>`: docs/guides/inbox-element.md has its attributes, properties, events and parts. */
export class BelfryInbox extends HTMLElement {
  /** The style sheet, which the entry of the bundle assigns. */
  static style = '';
  static readonly observedAttributes = [...IDENTITY, ...APPEARANCE, 'open'];

  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #announcer = h('div', { class: 'hidden', role: 'status' });
  #model: InboxModel | undefined;
  #panel: Panel | undefined;
  #bell: HTMLButtonElement | undefined;
  #badge = h('span', { class: 'badge', part: 'badge', 'aria-hidden': 'true' });
  #popup = new Popup();
  #t: Translate = translator('en');
  #lang = 'en';
  #texts: Partial<Texts> = {};
  #ownTabs: readonly Tab[] | undefined;
  #attributeTabs: readonly Tab[] = [];
  #isOpen = false;
  #isDue = false;
  #ages: ReturnType<typeof setInterval> | undefined;
  #arrivals = { count: 0, subject: '' };
  #announce: ReturnType<typeof setTimeout> | undefined;
  #listening: AbortController | undefined;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [styleSheet()];
  }

  /** Texts that override the texts of the language. */
  get texts(): Partial<Texts> {
    return this.#texts;
  }

  set texts(given: unknown) {
    const { texts, problem } = textsOf(given);
    if (problem) warn(problem);
    this.#texts = texts;
    this.#schedule(false);
  }

  /** Tabs, instead of the attribute `tabs`. */
  get tabs(): readonly Tab[] {
    return this.#ownTabs ?? this.#attributeTabs;
  }

  /** Frameworks set this property for an attribute of the page, so JSON is accepted here too. */
  set tabs(given: unknown) {
    this.#ownTabs = given === undefined || given === null ? undefined : validTabs(given);
    this.#schedule(false);
  }

  /** The number of unread messages. The server counts to 100. */
  get unreadCount(): number {
    return this.#model?.unread ?? 0;
  }

  connectedCallback(): void {
    // A property that was set before the script had loaded hides the accessor.
    for (const name of ['texts', 'tabs'] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete (this as Partial<Record<typeof name, unknown>>)[name];
      Object.assign(this, { [name]: value });
    }
    this.#listen();
    this.#schedule(true);
  }

  disconnectedCallback(): void {
    this.#listening?.abort();
    this.#end();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    if (name === 'tabs') this.#attributeTabs = validTabs(after);
    if (!this.isConnected) return;
    if (name !== 'open') this.#schedule(IDENTITY.includes(name));
    else if (after === null) this.close();
    else this.#open();
  }

  /** Opens the panel. */
  get open(): (options?: { takesFocus?: boolean }) => void {
    return ({ takesFocus } = {}) => this.#open(takesFocus);
  }

  /** Frameworks set this property for the attribute `open`. */
  set open(isOpen: unknown) {
    this.toggleAttribute('open', Boolean(isOpen));
  }

  /** @param takesFocus by default only after an action of the person, not when a page is loaded with an open panel. */
  #open(takesFocus = navigator.userActivation?.isActive ?? true): void {
    if (this.#isOpen || this.#isInline) return;
    this.#isOpen = this.#panel !== undefined && !this.#isDue;
    // Before the element is drawn, the attribute stores the call.
    this.setAttribute('open', '');
    if (!this.#panel || !this.#isOpen) return;
    const { element } = this.#panel;
    element.hidden = false;
    element.showPopover?.();
    this.#place();
    this.#bell?.setAttribute('aria-expanded', 'true');
    if (takesFocus) element.focus({ preventScroll: true });
    this.#model?.open();
    this.#panel.updateAges();
  }

  /** Closes the panel. The focus returns to the bell if it was in the panel. */
  close(): void {
    if (!this.#isOpen || !this.#panel) return;
    const { element } = this.#panel;
    const hadFocus = element.matches(':focus-within');
    this.#isOpen = false;
    this.removeAttribute('open');
    this.#panel.closed();
    this.#model?.closed();
    if (element.matches(':popover-open')) element.hidePopover();
    element.hidden = true;
    this.#bell?.setAttribute('aria-expanded', 'false');
    if (hadFocus) this.#bell?.focus();
  }

  /** Loads the counts and the list again. */
  async refresh(): Promise<void> {
    await this.#model?.refresh();
  }

  get #isInline(): boolean {
    return this.hasAttribute('inline');
  }

  /** Draws the element once for several changed attributes. */
  #schedule(isAnother: boolean): void {
    if (!this.isConnected) return;
    if (isAnother) this.#end();
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.isConnected) this.#build();
    });
  }

  #end(): void {
    this.#model?.stop();
    this.#model = undefined;
    this.#panel?.destroy();
    clearInterval(this.#ages);
    clearTimeout(this.#announce);
  }

  #build(): void {
    const wasOpen = this.#isOpen;
    const isOpen = wasOpen || this.hasAttribute('open');
    const hadFocus = this.#panel?.element.matches(':focus-within');
    this.close();
    this.#panel?.destroy();
    clearInterval(this.#ages);
    this.#lang = validLanguage(
      this.closest('[lang]')?.getAttribute('lang'),
      document.documentElement.lang,
      navigator.language,
    );
    this.#t = translator(this.#lang, this.#texts);
    const isNew = this.#model === undefined;
    this.#model ??= this.#newModel();
    const { tabs } = this;
    const tab = Math.min(this.#model.tab, Math.max(0, tabs.length - 1));
    if (JSON.stringify(tabs) !== JSON.stringify(this.#model.tabs)) void this.#model.show({ tabs, tab });
    this.#draw(this.#model);
    if (isNew) void this.#begin(this.#model);
    else if (this.#isInline) this.#model.open();
    this.#ages = setInterval(() => this.#panel?.updateAges(), AGES_MS);
    if (isOpen) this.#open(wasOpen ? hadFocus : undefined);
  }

  #draw(model: InboxModel): void {
    this.#popup = new Popup();
    const isInline = this.#isInline;
    const panel = new Panel(this.#ui(model), isInline ? undefined : () => this.close());
    this.#panel = panel;
    if (isInline) setAttributes(panel.element, { role: 'region', class: 'panel inline' });
    else setAttributes(panel.element, { popover: 'manual', hidden: true });
    const toggle = () => (this.#isOpen ? this.close() : this.#open(true));
    this.#bell = h(
      'button',
      {
        ...{ class: 'bell', part: 'bell', 'aria-haspopup': 'dialog', 'aria-expanded': 'false' },
        on: { click: toggle },
      },
      icon('bell'),
      this.#badge,
    );
    this.#root.replaceChildren(...(isInline ? [] : [this.#bell]), panel.element, this.#announcer);
    this.#drawBell();
  }

  #ui(model: InboxModel): Ui {
    return {
      ...{ model, popup: this.#popup, lang: this.#lang, t: this.#t, whole: new Set() },
      emit: (name, detail) => this.#emit(name, detail, true),
      notify: (text, undo, id) => this.#panel?.notify(text, undo, id),
      announce: (text) => {
        this.#announcer.textContent = text;
      },
      notifyFailure: (failure, retry) => this.#panel?.notifyFailure(failure, retry),
      focusPanel: () => this.#panel?.element.focus({ preventScroll: true }),
    };
  }

  #newModel(): InboxModel {
    return new InboxModel(this.#identity(), this.tabs, {
      onChange: () => {
        this.#panel?.draw();
        this.#drawBell();
      },
      onCount: (unreadCount) => this.#emit('belfry:count', { unreadCount }),
      onArrival: (subject) => this.#arrived(subject),
      onConnected: () => this.#panel?.reconnected(),
      onError: (failure, retry) => this.#failed(failure, retry),
    });
  }

  async #begin(model: InboxModel): Promise<void> {
    if (this.#isInline) model.open();
    await model.start();
  }

  #identity(): Identity {
    const text = (name: string) => this.getAttribute(name) || undefined;
    return {
      server: serverOf(text('server')),
      applicationIdentifier: text('application-identifier') ?? '',
      subscriberId: text('subscriber-id') ?? '',
      subscriberHash: text('subscriber-hash'),
      context: contextOf(text('context')),
      contextHash: text('context-hash'),
    };
  }

  #drawBell(): void {
    const count = this.unreadCount;
    this.#badge.textContent = count > 0 ? badgeText(count) : '';
    const label = count > 0 ? this.#t('bell', { count: badgeText(count) }) : this.#t('bellNone');
    if (this.#bell?.getAttribute('aria-label') !== label) this.#bell?.setAttribute('aria-label', label);
  }

  #arrived(subject: string): void {
    const { count } = this.#arrivals;
    this.#arrivals = { count: count + 1, subject: plainText(subject.slice(0, 1_000)).slice(0, 120) };
    this.#bell?.classList.remove('ringing');
    // Reading a size restarts the animation.
    void this.#bell?.offsetWidth;
    this.#bell?.classList.add('ringing');
    this.#announce ??= setTimeout(() => {
      const arrived = this.#arrivals;
      this.#announce = undefined;
      this.#arrivals = { count: 0, subject: '' };
      const isOne = arrived.count === 1 && arrived.subject !== '';
      this.#announcer.textContent = isOne ? this.#t('arrived', arrived) : this.#t('arrivedMany', arrived);
    }, ANNOUNCE_MS);
  }

  #failed(failure: InboxFailure, retry?: () => void): void {
    const { status, message } = failure;
    this.#emit('belfry:error', { status, message });
    if (retry) this.#panel?.notifyFailure(failure, retry);
    // The reader cannot fix a refused session, but the developer of the page can.
    else if (status >= 400 && status < 500) warn(`${message} (${status})`);
  }

  #emit(name: string, detail: object, cancelable = false): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable, bubbles: true, composed: true }));
  }

  #place(): void {
    if (this.#isOpen && this.#panel && this.#bell) placeAt(this.#panel.element, this.#bell);
    this.#popup.place();
  }

  #listen(): void {
    const stop = new AbortController();
    this.#listening = stop;
    const { signal } = stop;
    const own = (event: Event) => event.composedPath().includes(this);
    const wake = () => {
      if (document.visibilityState !== 'visible') return;
      this.#model?.wake();
      this.#panel?.reconnected();
    };
    document.addEventListener('visibilitychange', wake, { signal });
    window.addEventListener('online', wake, { signal });
    window.addEventListener('resize', () => this.#place(), { signal });
    window.addEventListener('scroll', () => this.#place(), { signal, capture: true, passive: true });
    document.addEventListener('pointerdown', (event) => (own(event) ? this.#pressed(event) : this.#left()), { signal });
    this.#root.addEventListener('keydown', (event) => this.#onKey(event as KeyboardEvent), { signal });
    this.addEventListener('focusout', ({ relatedTarget }) => this.#onFocusOut(relatedTarget), { signal });
    // A page with an open socket cannot be restored when the reader goes back.
    window.addEventListener('pagehide', () => this.#model?.stop(), { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && void this.#model?.start(), { signal });
  }

  #pressed(event: Event): void {
    const path = event.composedPath();
    const isOnAnchor = path.some((node) => node instanceof HTMLElement && this.#popup.isAnchoredTo(node));
    if (this.#popup.isOpen && !isOnAnchor && !path.includes(this.#popup.element)) this.#popup.close(false);
  }

  #left(): void {
    this.#popup.close(false);
    this.close();
  }

  /** Closes the panel when the focus moves to an element of the page, because the panel covers the page. */
  #onFocusOut(goal: EventTarget | null): void {
    if (goal instanceof Node && goal !== this && !this.contains(goal)) this.#left();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (!this.#popup.isOpen && !this.#isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#popup.isOpen) this.#popup.close();
    else this.close();
  }
}
