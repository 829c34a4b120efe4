import { h, icon } from './dom.ts';
import type { Ui } from './ui.ts';

/** One bar for what could not be saved and what could not be loaded, with one button that tries both again. */
export function problemBar({ model, t, focusPanel }: Ui, isListShown: () => boolean) {
  const element = h('div', { class: 'problem-place', role: 'alert' });
  /** The functions that repeat the failed changes. */
  let failed: (() => void)[] = [];
  let shown = '';

  const textNow = () => {
    const isOnline = navigator.onLine;
    // A list that could not be loaded at all has its own button.
    if (isListShown() && model.phase !== 'ready') return '';
    if (failed.length > 0) return t(isOnline ? 'changeFailed' : 'changeOffline');
    return model.problem && isListShown() ? t(isOnline ? 'stale' : 'offline') : '';
  };
  const draw = () => {
    const text = textNow();
    if (shown === text) return;
    shown = text;
    // The focused button disappears, so the panel takes the focus.
    if (element.matches(':focus-within')) focusPanel();
    const button = h('button', { class: 'undo', on: { click: retry } }, t('retry'));
    element.replaceChildren(...(text ? [icon('warning'), h('span', { class: 'grow' }, text), button] : []));
  };
  /** Adds a failed change, which waits for the next connection or for the reader. */
  const add = (repeated: () => void) => {
    failed.push(repeated);
    draw();
  };
  const forget = () => {
    failed = [];
    draw();
  };
  /** Makes the failed changes again. */
  const repeat = () => {
    const repeated = failed;
    forget();
    for (const run of repeated) run();
  };
  const retry = () => {
    focusPanel();
    repeat();
    if (model.problem) void model.retry();
  };
  return { element, add, forget, repeat, draw };
}
