import { h } from './dom.ts';
import type { MenuEntry } from './popup.ts';
import type { Item } from './states.ts';
import { canSnoozeUntil, dateTimeText, localInputValue, momentText, snoozePresets } from './times.ts';
import { announceChange, nameOf, type Ui } from './ui.ts';

/** Opens the menu of a message: everything that its reader can do with it. */
export function openItemMenu(ui: Ui, item: Item, anchor: HTMLElement): void {
  const { t, popup } = ui;
  popup.toggleMenu(anchor, t('actionsFor', { subject: nameOf(item) }), itemEntries(ui, item, anchor));
}

function itemEntries(ui: Ui, item: Item, anchor: HTMLElement): MenuEntry[] {
  const { t, model, popup } = ui;
  const { isRead, isArchived, isSnoozed } = item;
  const maxHours = model.session?.maxSnoozeDurationHours ?? 0;
  const label = t('actionsFor', { subject: nameOf(item) });
  return [
    isRead
      ? { label: t('markUnread'), icon: 'dot', run: () => void mark(ui, item, 'unread') }
      : { label: t('markRead'), icon: 'check', run: () => void mark(ui, item, 'read') },
    ...(isSnoozed
      ? [{ label: t('unsnooze'), icon: 'clock', run: () => moveToInbox(ui, item, 'unsnooze') } as const]
      : maxHours > 0
        ? [{ label: t('snooze'), icon: 'clock', run: () => openSnooze(ui, item, anchor) } as const]
        : []),
    isArchived
      ? { label: t('unarchive'), icon: 'unarchive', run: () => moveToInbox(ui, item, 'unarchive') }
      : { label: t('archive'), icon: 'archive', run: () => archive(ui, item) },
    {
      label: t('delete'),
      icon: 'trash',
      isDangerous: true,
      // A deleted message cannot return, so the menu requires a second choice.
      run: () =>
        popup.openMenu(anchor, label, [
          { label: t('cancel'), icon: 'back', run: () => undefined },
          { label: t('deleteNow'), icon: 'trash', isDangerous: true, run: () => remove(ui, item) },
        ]),
    },
  ];
}

/** Marks a message as read or unread. */
export function mark(ui: Ui, item: Item, verb: 'read' | 'unread'): Promise<void> {
  const done = () => announceChange(ui, verb === 'read' ? 'isRead' : 'isUnread', item);
  return ui.model.change(item, verb, undefined, done);
}

export function archive(ui: Ui, item: Item): void {
  const { model, t, notify } = ui;
  const verb = item.isRead ? 'unarchive' : 'unread';
  const back = () =>
    void model.change({ ...item, isArchived: true, isRead: true }, verb, undefined, () =>
      announceChange(ui, 'isUndone', item),
    );
  void model.change(item, 'archive', undefined, () => notify(t('isArchived'), back, item.id));
}

/** Brings a message back into the inbox. */
export function moveToInbox({ model, t, notify }: Ui, item: Item, verb: 'unarchive' | 'unsnooze'): void {
  void model.change(item, verb, undefined, () => notify(t('isUnarchived')));
}

function remove({ model, t, notify }: Ui, item: Item): void {
  void model.delete(item, () => notify(t('isDeleted')));
}

function openSnooze(ui: Ui, item: Item, anchor: HTMLElement): void {
  const { t, model, popup, lang } = ui;
  const now = new Date();
  const presets = snoozePresets(now, model.session?.maxSnoozeDurationHours ?? 0);
  popup.openMenu(anchor, t('snoozeUntil'), [
    ...presets.map(({ key, at }) => ({
      label: t(key),
      hint: momentText(at, now, lang),
      run: () => snooze(ui, item, at),
    })),
    { label: t('snoozeOther'), run: () => openSnoozeForm(ui, item, anchor) },
  ]);
}

function snooze(ui: Ui, item: Item, at: Date): void {
  const { model, t, lang, notify } = ui;
  const snoozeUntil = at.toISOString();
  // A snooze takes a message out of the archive.
  const archiveAgain = () => {
    if (item.isArchived) void model.change(item, 'archive');
    announceChange(ui, 'isUndone', item);
  };
  const back = () =>
    void model.change({ ...item, isSnoozed: true, isArchived: false }, 'unsnooze', { isUndo: true }, archiveAgain);
  const done = () => notify(t('isSnoozed', { time: momentText(at, new Date(), lang) }), back, item.id);
  void model.change(item, 'snooze', { snoozeUntil }, done);
}

function openSnoozeForm(ui: Ui, item: Item, anchor: HTMLElement): void {
  const { t, popup, model, lang } = ui;
  const maxHours = model.session?.maxSnoozeDurationHours ?? 0;
  const [soonest, latest] = [new Date(Date.now() + 120_000), new Date(Date.now() + (maxHours - 1) * 3_600_000)];
  const tomorrow = snoozePresets(new Date(), maxHours).at(-1)?.at ?? soonest;
  const input = h('input', {
    ...{ type: 'datetime-local', id: 'snooze-time', class: 'input', required: true },
    ...{ min: localInputValue(soonest), max: localInputValue(latest), 'aria-describedby': 'snooze-problem' },
  });
  input.value = localInputValue(tomorrow);
  const problem = h('p', { id: 'snooze-problem', class: 'problem', role: 'alert' });
  const submit = (event: Event) => {
    event.preventDefault();
    const at = new Date(input.value);
    if (canSnoozeUntil(at, new Date(), maxHours)) {
      popup.close();
      snooze(ui, item, at);
      return;
    }
    problem.textContent = t('snoozeInvalid', { min: dateTimeText(soonest, lang), max: dateTimeText(latest, lang) });
    input.setAttribute('aria-invalid', 'true');
    input.focus();
  };
  const form = h(
    'form',
    { class: 'form', novalidate: true, on: { submit } },
    h('label', { for: 'snooze-time' }, t('snoozeTime')),
    input,
    problem,
    h(
      'div',
      { class: 'form-buttons' },
      h('button', { class: 'button', on: { click: () => popup.close() } }, t('cancel')),
      h('button', { type: 'submit', class: 'button primary' }, t('snoozeSave')),
    ),
  );
  popup.open(anchor, { role: 'dialog', label: t('snoozeUntil') }, [form]);
  input.focus();
}
