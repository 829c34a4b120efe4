import { h } from './dom.ts';
import { asFailure, type InboxFailure } from './inbox-client.ts';

export interface SwitchOptions {
  /** The visible text. */
  label: string;
  /** The name for assistive technology, which begins with the visible text. */
  name: string;
  isOn: boolean;
  isLocked?: boolean;
  /** Stores the value. @throws if that fails: the switch then shows its earlier value again. */
  change(isOn: boolean): Promise<void>;
  onFailed(failure: InboxFailure, retry: () => void): void;
}

/** Draws a switch that changes immediately, and changes back if the value cannot be stored. */
export function drawSwitch({ label, name, isOn, isLocked, change, onFailed }: SwitchOptions): HTMLButtonElement {
  let value = isOn;
  let isBusy = false;
  const show = (on: boolean) => button.setAttribute('aria-checked', String(on));
  const click = async () => {
    if (isLocked || isBusy) return;
    isBusy = true;
    show(!value);
    try {
      await change(!value);
      value = !value;
    } catch (error) {
      show(value);
      onFailed(asFailure(error), () => void click());
    } finally {
      isBusy = false;
    }
  };
  const button: HTMLButtonElement = h(
    'button',
    {
      ...{
        role: 'switch',
        class: 'switch',
        part: 'switch',
        'aria-checked': String(isOn),
        'aria-label': name,
      },
      'aria-disabled': isLocked && 'true',
      on: { click: () => void click() },
    },
    h('span', { class: 'grow' }, label),
    h('span', { class: 'track', 'aria-hidden': 'true' }, h('span', { class: 'knob' })),
  );
  return button;
}
