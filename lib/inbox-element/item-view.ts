import { h, icon, iconButton } from './dom.ts';
import { archive, mark, moveToInbox, openItemMenu } from './item-menu.ts';
import { followAfter, linkAttributes, safeUrl } from './links.ts';
import { segmentsOf } from './markup.ts';
import type { Item } from './states.ts';
import { ageText, dateTimeText, momentText } from './times.ts';
import { announceChange, nameOf, type Ui } from './ui.ts';

/** Draws one message as an entry of the list. Texts of people are text nodes. */
export function drawItem(ui: Ui, item: Item): HTMLLIElement {
  const { id, isRead, severity, subject, body } = item;
  const isWhole = ui.whole.has(id);
  return h(
    'li',
    {
      class: `item severity-${severity}${isRead ? '' : ' unread'}${isWhole ? ' whole' : ''}`,
      part: isRead ? 'item' : 'item item-unread',
      'data-id': id,
    },
    drawAvatar(item),
    h(
      'div',
      { class: 'content' },
      drawMain(ui, item),
      subject ? h('p', { class: 'body', part: 'body', dir: 'auto', id: `body-${id}` }, ...segments(body)) : false,
      drawMore(ui, id),
      drawActions(ui, item),
      h('div', { class: 'foot-line' }, drawFacts(ui, item), drawTools(ui, item)),
    ),
  );
}

/** Draws the button that shows a long text in full, or only its beginning. */
function drawMore({ t, whole }: Ui, id: string): HTMLButtonElement {
  const show = () => {
    const isWhole = whole.has(id);
    button.closest('.item')?.classList.toggle('whole', isWhole);
    button.setAttribute('aria-expanded', String(isWhole));
    button.textContent = t(isWhole ? 'showLess' : 'showMore');
  };
  const click = () => {
    if (!whole.delete(id)) whole.add(id);
    show();
  };
  const properties = { class: 'more', part: 'more', hidden: !whole.has(id), 'data-focus': 'text' };
  const button: HTMLButtonElement = h('button', { ...properties, tabindex: '-1', on: { click } });
  show();
  return button;
}

/** Shows this button if the texts of an entry are cut off. */
export function updateMore(entry: Element): void {
  if (entry.classList.contains('whole')) return;
  const texts = [...entry.querySelectorAll('.subject, .body')];
  const isCut = texts.some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1);
  entry.querySelector('.more')?.toggleAttribute('hidden', !isCut);
}

/** Draws the link or button that covers the entry. */
function drawMain(ui: Ui, item: Item): HTMLElement {
  const { id, isRead, subject, body, redirect } = item;
  const link = linkAttributes(redirect, document.baseURI);
  const properties = {
    ...{ class: 'main', part: 'subject', 'data-focus': 'main', tabindex: '-1' },
    'aria-describedby': `${subject ? `body-${id} ` : ''}facts-${id}`,
    on: { click: (event: Event) => onClick(ui, item, link, event) },
  };
  const text = [
    !isRead && h('span', { class: 'hidden' }, `${ui.t('unread')}: `),
    h(
      'span',
      { dir: 'auto', class: subject ? 'subject' : 'subject text' },
      ...segments(subject || body || item.workflow?.name || '—'),
    ),
  ];
  return link ? h('a', { ...properties, ...link }, ...text) : h('button', { ...properties }, ...text);
}

function onClick(ui: Ui, item: Item, link: ReturnType<typeof linkAttributes>, event: Event): void {
  if (!ui.emit('belfry:click', { message: item, url: link?.href })) event.preventDefault();
  if (item.isRead) return;
  const change = mark(ui, item, 'read');
  if (link) followAfter(event, link, change);
}

/** Completes the action, and marks the message as read. */
async function complete(ui: Ui, item: Item, actionType: 'primary' | 'secondary'): Promise<void> {
  const { model } = ui;
  const read = async () => {
    const present = model.items.find(({ id }) => id === item.id) ?? item;
    if (!present.isRead) await model.change(present, 'read');
    announceChange(ui, 'done', item);
  };
  if (item[`${actionType}Action`]?.isCompleted) return read();
  await model.change(item, 'complete', { actionType }, read);
}

function segments(text: string): (HTMLElement | string)[] {
  return segmentsOf(text).map(({ text, isBold, isItalic }) => {
    const shown = isItalic ? h('em', {}, text) : text;
    return isBold ? h('strong', {}, shown) : shown;
  });
}

function drawAvatar({ avatar }: Item): HTMLElement {
  const place = h('span', { class: 'avatar', part: 'avatar', 'aria-hidden': 'true' });
  const withoutPicture = () => place.replaceChildren(icon('bell'));
  const src = safeUrl(avatar, document.baseURI);
  if (src === undefined) withoutPicture();
  else
    place.append(
      h('img', { src, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer', on: { error: withoutPicture } }),
    );
  return place;
}

function drawActions(ui: Ui, item: Item): HTMLElement | false {
  const actions = (['primary', 'secondary'] as const).flatMap((type) => {
    const action = item[`${type}Action`];
    return action?.label ? [drawAction(ui, item, type, action)] : [];
  });
  return actions.length > 0 && h('div', { class: 'actions' }, ...actions);
}

function drawAction(
  ui: Ui,
  item: Item,
  type: 'primary' | 'secondary',
  { label, isCompleted, redirect }: NonNullable<Item['primaryAction']>,
): HTMLElement {
  const link = linkAttributes(redirect, document.baseURI);
  const click = (event: Event) => {
    if (isCompleted && !link) return;
    if (!ui.emit('belfry:action', { message: item, type, url: link?.href })) event.preventDefault();
    if (isCompleted && item.isRead) return;
    const change = complete(ui, item, type);
    if (link) followAfter(event, link, change);
  };
  const properties = {
    class: `button ${type}${isCompleted ? ' done' : ''}`,
    part: `action action-${type}`,
    'data-focus': type,
    tabindex: '-1',
    // A completed action with a link can still be followed.
    'aria-disabled': isCompleted && !link && 'true',
    on: { click },
  };
  const text = [
    isCompleted && icon('check'),
    h('span', { dir: 'auto' }, label),
    isCompleted && h('span', { class: 'hidden' }, ` (${ui.t('done')})`),
  ];
  return link ? h('a', { ...properties, ...link }, ...text) : h('button', { ...properties }, ...text);
}

function drawFacts({ t, lang }: Ui, item: Item): HTMLElement {
  const { id, severity, isSnoozed, snoozedUntil } = item;
  const words = { high: 'severityHigh', medium: 'severityMedium', low: 'severityLow', none: undefined } as const;
  const word = words[severity];
  const facts = h('p', { class: 'facts', id: `facts-${id}` }, drawTime(item, lang));
  if (isSnoozed && snoozedUntil) {
    const time = momentText(new Date(snoozedUntil), new Date(), lang);
    facts.append(h('span', { class: 'fact' }, icon('clock'), t('isSnoozed', { time })));
  }
  if (word) facts.append(h('span', { class: 'fact severity', part: `severity severity-${severity}` }, t(word)));
  return facts;
}

function drawTime(item: Item, lang: string): HTMLTimeElement {
  const at = new Date(item.deliveredAt.at(-1) ?? item.createdAt);
  const datetime = at.toISOString();
  return h('time', { datetime, title: dateTimeText(at, lang, 'full'), part: 'time' }, ageText(at, new Date(), lang));
}

/** Updates the ages of drawn messages. */
export function updateAges(list: ParentNode, lang: string): void {
  for (const time of list.querySelectorAll('time')) {
    const text = ageText(new Date(time.dateTime), new Date(), lang);
    if (time.textContent !== text) time.textContent = text;
  }
}

/** Draws the frequent actions, and a menu with all actions. Without a pointer that hovers, only the menu is shown. */
function drawTools(ui: Ui, item: Item): HTMLElement {
  const { t } = ui;
  const { isRead, isArchived } = item;
  const quick = (name: string) => ({ class: 'icon-button quick', tabindex: '-1', 'data-focus': name });
  const more = iconButton('more', t('actionsFor', { subject: nameOf(item) }), () => openItemMenu(ui, item, more), {
    ...{ 'aria-haspopup': 'menu', 'aria-expanded': 'false', tabindex: '-1', 'data-focus': 'more' },
  });
  return h(
    'div',
    { class: 'tools' },
    isRead
      ? iconButton('dot', t('markUnread'), () => void mark(ui, item, 'unread'), quick('read'))
      : iconButton('check', t('markRead'), () => void mark(ui, item, 'read'), quick('read')),
    isArchived
      ? iconButton('unarchive', t('unarchive'), () => moveToInbox(ui, item, 'unarchive'), quick('archive'))
      : iconButton('archive', t('archive'), () => archive(ui, item), quick('archive')),
    more,
  );
}
