import type { OwnPreference } from '#lib/preferences/schema.ts';
import { h, icon, setAttributes } from './dom.ts';
import type { TextKey } from './english.ts';
import { drawSlow, drawTrouble, SLOW_MS } from './list-view.ts';
import { readPreferences, setPreference } from './own-preferences.ts';
import { drawSchedule } from './schedule-view.ts';
import { drawSwitch } from './switch.ts';
import type { Ui } from './ui.ts';

type Channel = keyof OwnPreference['channels'];
const CHANNELS: readonly Channel[] = ['in_app', 'email', 'sms', 'push', 'chat'];

/** The preferences of the reader: all notifications, each workflow, and the schedule. */
export class PreferencesView {
  readonly element = h('div', { class: 'scroll preferences', part: 'preferences' });
  readonly #ui: Ui;
  #isLoaded = false;
  #hasFailed = false;

  constructor(ui: Ui) {
    this.#ui = ui;
  }

  async load(): Promise<void> {
    const { model, t } = this.#ui;
    this.#hasFailed = false;
    // The focused button disappears, so the panel takes the focus.
    const retry = () => {
      this.#ui.focusPanel();
      // The request for the session may be the one that hangs.
      model.client.forget();
      void this.load();
    };
    let slow: ReturnType<typeof setTimeout> | undefined;
    if (!this.#isLoaded) {
      slow = setTimeout(() => this.element.replaceChildren(drawSlow(this.#ui, retry)), SLOW_MS);
      this.element.replaceChildren(
        h(
          'p',
          { class: 'state', role: 'status' },
          h('span', { class: 'spinner' }, h('span', { class: 'hidden' }, t('loading'))),
        ),
      );
    }
    try {
      const preferences = await readPreferences(model.client);
      this.#isLoaded = true;
      this.#draw(preferences);
    } catch {
      this.#isLoaded = false;
      this.#hasFailed = true;
      this.element.replaceChildren(drawTrouble(this.#ui, 'preferencesFailed', retry));
    } finally {
      clearTimeout(slow);
    }
  }

  reconnected(): void {
    if (!this.#hasFailed || this.element.hidden) return;
    // The retry button disappears, so the panel takes the focus.
    if (this.element.matches(':focus-within')) this.#ui.focusPanel();
    void this.load();
  }

  #draw([global, ...workflows]: OwnPreference[]): void {
    const { t } = this.#ui;
    if (!global) return;
    // A channel that no workflow uses, or only critical ones, has no effect.
    const isUsed = (channel: Channel) =>
      workflows.some(({ workflow, channels }) => !workflow?.critical && channels[channel] !== undefined);
    this.element.replaceChildren(
      h(
        'section',
        { class: 'group', 'aria-label': t('allNotifications') },
        h('h3', {}, t('allNotifications')),
        // A workflow without a choice follows the global preference.
        this.#channels(global, t('allNotifications'), () => void this.load(), isUsed),
        h('p', { class: 'note' }, t('allNotificationsHint')),
      ),
      (workflows.length > 0 &&
        h(
          'section',
          { class: 'group', 'aria-label': t('topics') },
          h('h3', {}, t('topics')),
          ...workflows.map((workflow) => this.#workflow(workflow)),
        )) ||
        '',
      // Last, because its days are longer than everything else.
      drawSchedule(this.#ui, global.schedule ?? { isEnabled: false }),
    );
  }

  #workflow(preference: OwnPreference): HTMLElement {
    const { t } = this.#ui;
    const { id = '', name = '—', critical } = preference.workflow ?? {};
    const summary = h('span', { class: 'summary' });
    const summarise = ({ channels }: OwnPreference) => {
      const on = CHANNELS.filter((channel) => channels[channel]).map((channel) => t(channel));
      summary.textContent = critical ? t('critical') : on.join(', ') || t('noChannels');
    };
    summarise(preference);
    const body = h(
      'div',
      { id: `workflow-${id}`, class: 'fold-body', hidden: !this.#open.has(id) },
      this.#channels(preference, name, summarise),
      critical && h('p', { class: 'note' }, t('criticalHint')),
    );
    const toggle = () => {
      const isOpen = body.toggleAttribute('hidden') === false;
      this.#open[isOpen ? 'add' : 'delete'](id);
      setAttributes(fold, { 'aria-expanded': String(isOpen) });
    };
    const fold = h(
      'button',
      {
        ...{
          class: 'fold',
          'aria-expanded': String(this.#open.has(id)),
          'aria-controls': `workflow-${id}`,
        },
        on: { click: toggle },
      },
      h('span', { class: 'fold-name', dir: 'auto' }, name),
      critical ? icon('lock') : false,
      summary,
      icon('down'),
    );
    return h('div', { class: 'fold-place' }, fold, body);
  }

  /** The unfolded workflows, which stay unfolded when the preferences are loaded again. */
  readonly #open = new Set<string>();

  #channels(
    preference: OwnPreference,
    name: string,
    onChanged: (stored: OwnPreference) => void,
    isUsed = (_channel: Channel) => true,
  ): HTMLElement {
    const { t, model } = this.#ui;
    const { channels, workflow } = preference;
    const shown = CHANNELS.filter((channel) => channels[channel] !== undefined && isUsed(channel));
    return h(
      'div',
      { class: 'channels' },
      ...shown.map((channel) =>
        drawSwitch({
          label: t(channel satisfies TextKey),
          name: t('channelFor', { channel: t(channel), name }),
          isOn: channels[channel] === true,
          isLocked: workflow?.critical === true,
          change: async (isOn) => {
            const stored = await setPreference(model.client, workflow?.id, { [channel]: isOn });
            channels[channel] = isOn;
            onChanged(stored);
          },
          onFailed: this.#ui.notifyFailure,
        }),
      ),
    );
  }
}
