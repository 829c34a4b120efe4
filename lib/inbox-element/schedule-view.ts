import type { Schedule } from '#lib/preferences/schema.ts';
import { h, iconButton } from './dom.ts';
import { asFailure } from './inbox-client.ts';
import { setPreference } from './own-preferences.ts';
import { drawSwitch } from './switch.ts';
import type { Ui } from './ui.ts';
import {
  type Day,
  type DayName,
  daysInOrder,
  dayText,
  editableWeek,
  endsNextDay,
  furtherHours,
  type Hours,
  overlaps,
  timeText,
  zoneText,
} from './week.ts';

/** Milliseconds after the last change of a time before it is stored. */
const SAVE_MS = 600;
/** The API accepts 24 ranges, but more than a few are not useful. */
const MAX_RANGES = 4;

/** Draws the hours in which notifications may arrive, by day. */
export function drawSchedule(ui: Ui, stored: Schedule): HTMLElement {
  const { t, model, lang } = ui;
  let week = editableWeek(stored);
  let saved = structuredClone(week);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const days = h('div', { class: 'days', hidden: !stored.isEnabled });

  const store = async (isEnabled: boolean) => {
    const wanted = structuredClone(week);
    await setPreference(model.client, undefined, { schedule: { isEnabled, weeklySchedule: wanted } });
    saved = wanted;
  };
  const save = (focus?: string) => {
    clearTimeout(timer);
    draw(focus);
    const isClear = Object.values(week).every(
      ({ isEnabled, hours = [] }) => !isEnabled || !hours.some((_, at) => overlaps(hours, at)),
    );
    if (isClear) timer = setTimeout(() => void store(true).catch(takeBack), SAVE_MS);
  };
  const takeBack = (error: unknown) => {
    const wanted = week;
    week = structuredClone(saved);
    draw();
    ui.notifyFailure(asFailure(error), () => {
      week = wanted;
      save();
    });
  };
  const draw = (focus?: string) => {
    const drawn = daysInOrder(lang).map((name) => drawDay(ui, name, week[name], (id) => save(id)));
    days.replaceChildren(
      ...drawn,
      h('p', { class: 'note' }, t('timeZone', { zone: zoneText(model.session?.timezone) })),
    );
    if (focus) days.querySelector<HTMLElement>(`#${focus}`)?.focus();
  };
  draw();
  return h(
    'section',
    { class: 'group', 'aria-label': t('schedule') },
    h('h3', {}, t('schedule')),
    drawSwitch({
      label: t('scheduleSwitch'),
      name: t('scheduleSwitch'),
      isOn: stored.isEnabled,
      change: async (isOn) => {
        days.hidden = !isOn;
        await store(isOn).catch((error) => {
          days.hidden = isOn;
          throw error;
        });
      },
      onFailed: ui.notifyFailure,
    }),
    h('p', { class: 'note' }, t('scheduleHint')),
    days,
  );
}

function drawDay(ui: Ui, name: DayName, day: Day, save: (focus: string) => void): HTMLElement {
  const { t, lang } = ui;
  const text = dayText(name, lang);
  const hours = day.hours ?? [];
  const next = furtherHours(hours);
  const further = next && [...hours, next];
  const toggle = () => {
    day.isEnabled = !day.isEnabled;
    if (day.isEnabled && hours.length === 0) day.hours = further;
    save(`day-${name}`);
  };
  const box = h('input', { type: 'checkbox', id: `day-${name}`, on: { change: toggle } });
  box.checked = day.isEnabled;
  const add = () => {
    day.hours = further;
    save(`${name}-${hours.length}-start`);
  };
  const ranges = hours.map((range, index) => drawRange(ui, { name, text, day, range, index }, save));
  if (hours.length === 0) ranges.push(h('div', { class: 'range' }, h('span', {}, t('allDay'))));
  const canAdd = further && hours.length < MAX_RANGES;
  ranges.forEach((range, index) => {
    const isLast = index === ranges.length - 1;
    range.append(isLast && canAdd ? iconButton('plus', `${t('addHours')}: ${text}`, add) : h('span', { class: 'gap' }));
  });
  return h(
    'div',
    { class: 'day', role: 'group', 'aria-label': text },
    h('label', { class: 'day-name' }, box, text),
    h('div', { class: 'ranges' }, ...(day.isEnabled ? ranges : [])),
  );
}

interface RangeOptions {
  name: DayName;
  text: string;
  day: Day;
  range: Hours;
  index: number;
}

function drawRange(
  { t, lang, notify }: Ui,
  { name, text, day, range, index }: RangeOptions,
  save: (focus: string) => void,
): HTMLElement {
  const isOverlap = overlaps(day.hours ?? [], index);
  const lasting = endsNextDay(range) && (range.start === range.end ? 'wholeDay' : 'nextDay');
  const note = isOverlap ? 'overlap' : lasting;
  const time = (field: 'start' | 'end', label: string) => {
    const id = `${name}-${index}-${field}`;
    const change = ({ currentTarget }: Event) => {
      const { value } = currentTarget as HTMLInputElement;
      if (!value || value === range[field]) return;
      range[field] = value;
      save(id);
    };
    // The time may be incomplete while the reader types, but not after the reader leaves the field.
    const blur = (event: Event) => {
      if (input.value) return change(event);
      input.value = range[field];
      notify(t('timeMissing', { time: timeText(range[field], lang) }));
    };
    const input: HTMLInputElement = h('input', {
      ...{ type: 'time', class: 'input time', id, required: true, 'aria-label': `${label}, ${text}` },
      'aria-describedby': (field === 'end' || isOverlap) && note && `${name}-${index}-note`,
      // Typing the hour must not store the time before the minutes are typed.
      on: { change, blur },
    });
    input.value = range[field];
    return input;
  };
  const remove = () => {
    day.hours = (day.hours ?? []).filter((_, at) => at !== index);
    day.isEnabled = day.hours.length > 0;
    save(`day-${name}`);
  };
  return h(
    'div',
    { class: 'range' },
    note && h('span', { id: `${name}-${index}-note`, class: isOverlap ? 'next-day problem' : 'next-day' }, t(note)),
    time('start', t('from')),
    h('span', { 'aria-hidden': 'true' }, '–'),
    time('end', t('to')),
    iconButton('close', `${t('removeHours')}: ${text}`, remove),
  );
}
