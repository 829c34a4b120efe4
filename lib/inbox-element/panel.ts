import { type BulkVerb, canChangeAll, changeAll, takenBackBy } from './bulk.ts';
import { h, icon, iconButton, setAttributes } from './dom.ts';
import type { InboxFailure } from './inbox-client.ts';
import { ListView } from './list-view.ts';
import type { MenuEntry } from './popup.ts';
import { PreferencesView } from './preferences-view.ts';
import { problemBar } from './problem-bar.ts';
import { keepInRow, showChosen } from './row-ends.ts';
import { badgeText, VIEWS } from './states.ts';
import type { Ui } from './ui.ts';

/** Milliseconds for which a notice remains. */
const NOTICE_MS = 6_000;
/** Milliseconds after which a change of many messages is shown as running. */
const SLOW_MS = 400;

/** The content of the panel: a head, the tabs and the list, or the preferences. */
export class Panel {
  readonly element: HTMLElement;
  readonly #ui: Ui;
  readonly #list: ListView;
  readonly #preferences: PreferencesView;
  readonly #head = h('div', { class: 'head', part: 'header' });
  readonly #preferencesHead: HTMLElement;
  readonly #tabs: HTMLElement;
  readonly #problem: ReturnType<typeof problemBar>;
  readonly #notice = h('div', { role: 'status' });
  readonly #viewButton: HTMLButtonElement;
  readonly #viewName = h('span');
  readonly #moreButton: HTMLButtonElement;
  readonly #gear: HTMLButtonElement;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(ui: Ui, close: (() => void) | undefined) {
    this.#ui = ui;
    const { t } = ui;
    this.#list = new ListView(ui);
    this.#problem = problemBar(ui, () => !this.#list.element.hidden);
    this.#preferences = new PreferencesView(ui);
    const menu = { 'aria-haspopup': 'menu', 'aria-expanded': 'false' };
    this.#viewButton = h(
      'button',
      { class: 'view-button', 'data-side': 'start', ...menu, on: { click: () => this.#openViews() } },
      this.#viewName,
      icon('down'),
    );
    this.#moreButton = iconButton('more', t('moreForAll'), () => this.#openBulk(), menu);
    this.#gear = iconButton('gear', t('preferences'), () => this.#showPreferences());
    const closer = () => (close ? iconButton('close', t('close'), close) : false);
    this.#head.append(h('h2', {}, this.#viewButton), this.#moreButton, this.#gear);
    this.#head.append(closer() || '');
    const back = iconButton('back', t('back'), () => this.#showList());
    const title = h('h2', { class: 'grow' }, t('preferences'));
    this.#preferencesHead = h('div', { class: 'head', part: 'header', hidden: true }, back, title, closer());
    this.#tabs = this.#drawTabs();
    keepInRow(this.#tabs);
    this.#preferences.element.hidden = true;
    const views = [this.#list.element, this.#preferences.element];
    this.element = h(
      'div',
      { class: 'panel', part: 'panel', id: 'panel', role: 'dialog', 'aria-label': t('title'), tabindex: '-1' },
      this.#head,
      this.#preferencesHead,
      this.#problem.element,
      this.#tabs,
      ...views,
      this.#notice,
      ui.popup.element,
    );
    this.draw();
  }

  draw(): void {
    const { model, t } = this.#ui;
    const view = t(model.view);
    if (this.#viewName.textContent !== view) {
      this.#viewName.textContent = view;
      this.#viewButton.setAttribute('aria-label', t('show', { view }));
    }
    this.#gear.hidden = model.session === undefined;
    this.#moreButton.hidden = !canChangeAll(model) || model.items.length === 0;
    this.#updateTabs();
    this.#problem.draw();
    this.#list.draw();
  }

  updateAges(): void {
    this.#list.updateAges();
  }

  /** Loads the preferences again if they could not be loaded without a network, and repeats failed changes. */
  reconnected(): void {
    this.#preferences.reconnected();
    if (navigator.onLine) this.#problem.repeat();
  }

  closed(): void {
    this.#ui.popup.close(false);
    this.#list.pause();
    // If the reader leaves without a retry, forget the changes that the service refused. Without a network, the changes
    // still wait.
    if (navigator.onLine) this.#problem.forget();
    this.#show(false);
  }

  destroy(): void {
    clearTimeout(this.#noticeTimer);
    this.#list.destroy();
  }

  /**
   * Shows a notice, which disappears automatically, but not while a pointer or the focus is on it.
   *
   * @param undo takes the change back.
   * @param id the message that has the focus once it is back.
   * @param isRunning whether the notice remains until the next one.
   */
  notify(text: string, undo?: () => void, id?: string, isRunning = false): void {
    const hide = () => {
      const isUsed = this.#notice.matches(':hover, :focus-within');
      if (isUsed) this.#noticeTimer = setTimeout(hide, NOTICE_MS);
      else this.#notice.replaceChildren();
    };
    const click = () => {
      this.#notice.replaceChildren();
      this.#ui.focusPanel();
      this.#list.expect(id);
      undo?.();
    };
    const button = undo && h('button', { class: 'undo', on: { click } }, this.#ui.t('undo'));
    this.#notice.replaceChildren(
      h('div', { class: 'notice', part: 'notice' }, h('span', { class: 'grow' }, text), button ?? ''),
    );
    clearTimeout(this.#noticeTimer);
    if (!isRunning) this.#noticeTimer = setTimeout(hide, NOTICE_MS);
  }

  /** Shows that a change failed. If it can succeed later, the next connection repeats it, or the reader does. */
  notifyFailure({ isTemporary }: InboxFailure, retry: () => void): void {
    if (isTemporary) this.#problem.add(retry);
    else this.notify(this.#ui.t('changeFailed'));
  }

  #openViews(): void {
    const { model, popup, t } = this.#ui;
    const entries = VIEWS.map((view): MenuEntry => {
      return { label: t(view), isChosen: view === model.view, run: () => void model.show({ view }) };
    });
    popup.toggleMenu(this.#viewButton, t('show', { view: t(model.view) }), entries);
  }

  #openBulk(): void {
    const { model, popup, t } = this.#ui;
    const count = badgeText(model.tabUnread ?? 100);
    const entry = (key: 'readAll' | 'archiveRead' | 'archiveAll', done: string, verb: BulkVerb): MenuEntry => {
      const icon = verb === 'read' ? 'checks' : 'archive';
      const run = () => void this.#changeAll(verb, done);
      if (takenBackBy(verb, model)) return { label: t(key), icon, run };
      // A change that cannot be undone requires a second choice.
      const label = verb === 'read' ? `${t(key)} (${count})` : t(key);
      const confirm = () =>
        popup.openMenu(this.#moreButton, t('moreForAll'), [
          { label: t('cancel'), icon: 'back', run: () => undefined },
          { label, icon, hint: t('final'), run },
        ]);
      return { label: t(key), icon, run: confirm };
    };
    popup.toggleMenu(this.#moreButton, t('moreForAll'), [
      ...(count === '0' ? [] : [entry('readAll', t('allRead', { count }), 'read')]),
      entry('archiveRead', t('readArchived'), 'read-archive'),
      entry('archiveAll', t('allArchived'), 'archive'),
    ]);
  }

  async #changeAll(verb: BulkVerb, done: string): Promise<void> {
    const slow = setTimeout(() => this.notify(this.#ui.t('saving'), undefined, undefined, true), SLOW_MS);
    const { model, announce, t } = this.#ui;
    const first = model.items[0]?.id;
    await changeAll(model, verb, (undo) =>
      this.notify(done, undo && (() => undo(() => announce(t('isUndone')))), first),
    );
    clearTimeout(slow);
  }

  #showPreferences(): void {
    this.#show(true);
    this.#preferencesHead.querySelector('button')?.focus();
    void this.#preferences.load();
  }

  #showList(): void {
    this.#show(false);
    this.#gear.focus();
  }

  #show(isPreferences: boolean): void {
    this.#notice.replaceChildren();
    this.#head.hidden = isPreferences;
    this.#list.element.hidden = isPreferences;
    this.#tabs.hidden = isPreferences || this.#ui.model.tabs.length === 0;
    this.#preferencesHead.hidden = !isPreferences;
    this.#preferences.element.hidden = !isPreferences;
    this.#problem.draw();
  }

  #drawTabs(): HTMLElement {
    const { model, t } = this.#ui;
    const { tabs } = model;
    const choose = (tab: number) => {
      void model.show({ tab });
      showChosen(this.#tabs);
    };
    const onKey = (event: KeyboardEvent) => {
      const isRtl = getComputedStyle(this.element).direction === 'rtl';
      const steps: Record<string, number> = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 };
      const ends: Record<string, number> = { Home: 0, End: tabs.length - 1 };
      const step = steps[event.key];
      const next = step === undefined ? ends[event.key] : (model.tab + step + tabs.length) % tabs.length;
      if (next === undefined) return;
      event.preventDefault();
      choose(next);
      (this.#tabs.children[next] as HTMLElement | undefined)?.focus();
    };
    const list = { class: 'tabs', part: 'tabs', role: 'tablist', 'aria-label': t('tabs'), hidden: tabs.length === 0 };
    if (tabs.length > 0)
      setAttributes(this.#list.element, { role: 'tabpanel', id: 'tab-panel', 'aria-labelledby': 'tab-0' });
    return h(
      'div',
      { ...list, on: { keydown: (event) => onKey(event as KeyboardEvent) } },
      ...tabs.map(({ label }, index) =>
        h(
          'button',
          {
            ...{
              role: 'tab',
              class: 'tab',
              part: 'tab',
              id: `tab-${index}`,
              'aria-controls': 'tab-panel',
            },
            on: { click: () => choose(index) },
          },
          h('span', { dir: 'auto' }, label),
          // A name must contain the visible text, with its spaces.
          ' ',
          h('span', { class: 'count', 'aria-hidden': 'true' }),
        ),
      ),
    );
  }

  #updateTabs(): void {
    const { model, t } = this.#ui;
    // The tabs count unread messages of the inbox, so other views show no counts.
    const isCounted = model.view === 'inbox' || model.view === 'unread';
    [...this.#tabs.children].forEach((tab, index) => {
      const isChosen = index === model.tab;
      const count = isCounted ? (model.tabCounts[index] ?? 0) : 0;
      const label = model.tabs[index]?.label ?? '';
      setAttributes(tab, {
        'aria-selected': String(isChosen),
        tabindex: isChosen ? '0' : '-1',
        'aria-label': count > 0 && t('tabUnread', { label, count: badgeText(count) }),
      });
      if (tab.lastChild) tab.lastChild.textContent = count > 0 ? badgeText(count) : '';
    });
    this.#list.element.hasAttribute('role') && this.#list.element.setAttribute('aria-labelledby', `tab-${model.tab}`);
  }
}
