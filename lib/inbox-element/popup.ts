import { h, type IconName, icon } from './dom.ts';
import { placeAt } from './place.ts';

export interface MenuEntry {
  label: string;
  /** A note at the end of the line, such as a time. */
  hint?: string;
  icon?: IconName;
  /** Whether the entry is the current choice, in a menu of alternatives. */
  isChosen?: boolean;
  isDangerous?: boolean;
  /** Runs after the menu has closed. An entry may open another popup at the same place. */
  run(): void;
}

/** One small layer above the panel: a menu, or a form. */
export class Popup {
  readonly element = h('div', { class: 'popup', part: 'menu', popover: 'manual', hidden: true });
  #anchor: HTMLElement | undefined;
  #onClosed: (() => void) | undefined;

  constructor() {
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get isOpen(): boolean {
    return this.#anchor !== undefined;
  }

  isAnchoredTo(anchor: HTMLElement): boolean {
    return this.#anchor === anchor;
  }

  /** Opens a menu below a button. If it is open there already, closes it. */
  toggleMenu(anchor: HTMLElement, label: string, entries: readonly MenuEntry[]): void {
    if (this.isAnchoredTo(anchor)) this.close();
    else this.openMenu(anchor, label, entries);
  }

  openMenu(anchor: HTMLElement, label: string, entries: readonly MenuEntry[]): void {
    const buttons = entries.map((entry) => this.#entry(entry));
    this.open(anchor, { role: 'menu', label }, buttons);
    (buttons.find((button) => button.getAttribute('aria-checked') === 'true') ?? buttons[0])?.focus();
  }

  open(anchor: HTMLElement, { role, label }: { role: string; label: string }, content: readonly Node[]): void {
    this.close(false);
    this.#anchor = anchor;
    const { element } = this;
    element.setAttribute('role', role);
    element.setAttribute('aria-label', label);
    element.replaceChildren(...content);
    element.hidden = false;
    element.showPopover?.();
    this.place();
    anchor.setAttribute('aria-expanded', 'true');
    this.#onClosed = () => anchor.setAttribute('aria-expanded', 'false');
  }

  /**
   * Places the popup at its button again, after scrolling or a change of the window, for example by an on-screen
   * keyboard.
   */
  place(): void {
    const anchor = this.#anchor;
    if (anchor) placeAt(this.element, anchor, anchor.dataset.side === 'start' ? 'start' : 'end');
  }

  /**
   * @param returnsFocus whether the focus returns to the button that opened the popup, or to the new button if the list
   * has drawn the message again.
   */
  close(returnsFocus = true): void {
    const anchor = this.#anchor;
    if (!anchor) return;
    this.#anchor = undefined;
    this.#onClosed?.();
    if (this.element.matches(':popover-open')) this.element.hidePopover();
    this.element.hidden = true;
    this.element.replaceChildren();
    if (!returnsFocus) return;
    const root = this.element.getRootNode() as ShadowRoot;
    const alike = () =>
      root.querySelector<HTMLElement>(`[data-id="${anchor.closest('li')?.dataset.id}"] [data-focus=more]`);
    (anchor.isConnected ? anchor : (alike() ?? root.getElementById('panel')))?.focus();
  }

  #entry({ label, hint, icon: name, isChosen, isDangerous, run }: MenuEntry): HTMLButtonElement {
    const isChoice = isChosen !== undefined;
    return h(
      'button',
      {
        role: isChoice ? 'menuitemradio' : 'menuitem',
        'aria-checked': isChoice && String(isChosen),
        tabindex: '-1',
        class: isDangerous ? 'entry danger' : 'entry',
        part: 'menu-item',
        on: {
          click: () => {
            this.close();
            run();
          },
          pointermove: ({ currentTarget }) => (currentTarget as HTMLElement).focus({ preventScroll: true }),
        },
      },
      isChoice ? h('span', { class: 'mark' }, isChosen && icon('check')) : name && icon(name),
      h('span', { class: 'grow' }, label),
      hint !== undefined && h('span', { class: 'hint' }, hint),
    );
  }

  #onKey(event: KeyboardEvent): void {
    if (this.element.getAttribute('role') !== 'menu') return;
    const entries = [...this.element.children] as HTMLElement[];
    const at = entries.findIndex((entry) => entry.matches(':focus'));
    const next = nextIndex(event.key, at, entries.length);
    if (next !== undefined) {
      event.preventDefault();
      entries[next]?.focus();
    } else if (event.key === 'Tab') this.close();
  }
}

/** Returns the index to which a key moves in a list of choices. Undefined for other keys. */
function nextIndex(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
