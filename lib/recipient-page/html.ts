/** The HTML of the recipient's page. It works without scripts, and shows no data about the recipient. */
import { html, raw } from 'hono/html';
import type { Channel } from '#lib/providers/channel.ts';
import type { PageLanguage } from './language.ts';
import { SECTIONS } from './links.ts';
import { type Kind, type PageLook, type RecipientPage, switchName } from './service.ts';
import { stylesOf } from './styles.ts';
import type { PageProblem, PageTexts } from './texts.ts';

type Html = ReturnType<typeof html>;

/** The choices that a form may post, by the name of their button. */
export const FORM_CHOICES = ['stop', 'resume', 'stop-all', 'resume-all', 'save'] as const;
export type FormChoice = (typeof FORM_CHOICES)[number];

/** The number of kinds of messages that one page shows. */
const KINDS_PER_PAGE = 40;

export interface Shown extends PageLanguage {
  page: RecipientPage;
  /** The path of the page. */
  path: string;
  /** The choice that was just made. */
  done?: FormChoice | undefined;
  /** The index of the first kind that is shown. */
  from: number;
  nonce: string;
}

export function pageHtml(shown: Shown): Html {
  const { texts, page } = shown;
  const isAboutAll = shown.done === 'stop-all' || shown.done === 'resume-all';
  const [stop, why, all] = [stopSection(shown), whySection(shown), allSection(shown, isAboutAll)];
  // The section that was just changed comes first: it shows the result, and its button reverses the choice.
  const changed = isAboutAll ? [all, stop, why] : [stop, why, all];
  const sections = [savedNotice(shown), ...changed, kindsSection(shown)];
  // `alt` is empty, because the sender's name is next to the logo.
  const logo = page.look.logo && html`<img src="${page.look.logo}" alt="" class="logo">`;
  const sender = html`<p class="sender">${logo}${page.sender}</p>`;
  return document(
    shown,
    `${texts.title} · ${page.sender}`,
    html`${sender}<h1>${texts.title}</h1>${sections}`,
    page.look,
  );
}

/** Returns the page that explains why a link does not work. */
export function problemHtml(problem: PageProblem, language: PageLanguage, nonce: string): Html {
  const [title, text] = language.texts.problems[problem];
  return document({ ...language, nonce }, title, html`<h1>${title}</h1><p>${text}</p>`);
}

function document(
  { lang, nonce }: Pick<Shown, 'lang' | 'nonce'>,
  title: string,
  content: Html,
  look: PageLook = {},
): Html {
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">${stylesOf(look.color)}</style>
</head>
<body><main>${content}</main></body>
</html>`;
}

function savedNotice({ done, texts }: Shown): Html | undefined {
  if (done !== 'save') return undefined;
  const back = html`<p><a href="#${SECTIONS.choices}">${texts.choices}</a></p>`;
  return html`<div class="notice" role="status"><p class="state">${texts.saved}</p>${back}</div>`;
}

function whySection(shown: Shown): Html {
  const { texts, page } = shown;
  const { run, kind, sender } = page;
  const event = run && kind ? [texts.event(sender, kind.name, dateIn(shown, run.at))] : [];
  const topics = (run?.topics ?? []).map((topic) => texts.topic(topic));
  const sentences = [...event, ...topics, ...permission(shown)];
  return html`<section id="${SECTIONS.why}"><h2>${texts.why}</h2>${sentences.map((text) => html`<p>${text}</p>`)}</section>`;
}

/**
 * Returns the reason why messages of the kind are allowed, or the time since which they are not allowed. Empty if a
 * default switched them off.
 */
function permission(shown: Shown): string[] {
  const { texts, page } = shown;
  if (!page.kind) return [texts.ended];
  if (page.kind.isCritical) return [texts.critical(page.sender)];
  if (page.off) {
    const { at, channels } = page.off;
    const isAll = channels.length === page.kind.channels.length;
    const names = isAll ? '' : channelNames(channels, texts);
    const isLater = page.run !== undefined && page.run.at < at;
    return [(isLater ? texts.switchedOffLater : texts.switchedOff)(dateIn(shown, at), names)];
  }
  if (page.chosenAt) return [texts.chosen(dateIn(shown, page.chosenAt))];
  return isOff(page.kind) ? [] : [texts.notChosen];
}

function stopSection({ texts, page: { kind }, path, done }: Shown): Html | undefined {
  if (!kind || kind.isCritical) return undefined;
  const choice = isOff(kind) ? button('resume', texts.resume) : button('stop', texts.stop, 'main');
  const isDone = done === 'stop' || done === 'resume';
  const on = kind.channels.filter(({ isOn }) => isOn).map(({ channel }) => channel);
  const state = isOff(kind) ? texts.stopped : isDone ? texts.resumed : texts.received(channelNames(on, texts));
  return html`<section id="${SECTIONS.stop}"${isDone ? RESULT : ''}><h2>${kind.name}</h2>
<p class="state">${state}</p>${form(path, choice)}</section>`;
}

/** "Email, Text message". */
function channelNames(channels: readonly Channel[], texts: PageTexts): string {
  return channels.map((channel) => texts.channels[channel]).join(', ');
}

function isOff(kind: Kind): boolean {
  return kind.channels.every(({ isOn }) => !isOn);
}

/** The attributes of a section that shows the result of a choice: a screen reader reads it first. */
const RESULT = raw(' class="notice" role="status"');

function allSection({ texts, page, path }: Shown, isDone: boolean): Html {
  const choice = page.isAllOff ? button('resume-all', texts.resumeAll) : button('stop-all', texts.stopAll);
  const state = isDone && html`<p class="state">${page.isAllOff ? texts.stoppedAll : texts.resumedAll}</p>`;
  return html`<section id="all"${isDone ? RESULT : ''}><h2>${texts.all}</h2>${state || html`<p>${texts.allHint}</p>`}${form(path, choice)}</section>`;
}

function kindsSection({ texts, page, path, from }: Shown): Html | undefined {
  const kinds = page.kinds.slice(from, from + KINDS_PER_PAGE).filter(({ channels }) => channels.length > 0);
  if (kinds.length === 0) return undefined;
  const link = (at: number, text: string) => html`<a href="${path}?from=${at}#${SECTIONS.choices}">${text}</a> `;
  const before = from > 0 ? link(Math.max(0, from - KINDS_PER_PAGE), texts.less) : undefined;
  const after = from + KINDS_PER_PAGE < page.kinds.length ? link(from + KINDS_PER_PAGE, texts.more) : undefined;
  const switches = kinds.map((kind) => kindSwitches(kind, texts));
  const fields = html`${switches}<p class="save">${button('save', texts.save)} ${before}${after}</p>`;
  return html`<section id="${SECTIONS.choices}"><h2>${texts.choices}</h2>${form(`${path}?from=${from}`, fields)}</section>`;
}

function kindSwitches(kind: Kind, texts: PageTexts): Html {
  const switches = kind.channels.map(({ channel, isOn }) => {
    const name = switchName(kind, channel);
    return html`<label><input type="checkbox" name="on" value="${name}"${isOn ? ' checked' : ''}> ${texts.channels[channel]}</label>
<input type="hidden" name="shown" value="${name}">`;
  });
  return html`<fieldset><legend>${kind.name}</legend><div>${switches}</div></fieldset>`;
}

function form(action: string, content: Html): Html {
  return html`<form method="post" action="${action}">${content}</form>`;
}

function button(choice: FormChoice, text: string, look = 'plain'): Html {
  return html`<button name="choice" value="${choice}" class="${look}">${text}</button>`;
}

/** Returns the day in the recipient’s time zone, written as in the recipient’s country. */
function dateIn({ lang, page }: Shown, at: Date): string {
  const usual = lang === 'en' ? 'en-GB' : lang;
  const locale = page.locale?.replaceAll('_', '-') ?? '';
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  try {
    const own = locale.toLowerCase().startsWith(`${lang}-`) ? [locale, usual] : usual;
    return new Intl.DateTimeFormat(own, { ...options, timeZone: page.timezone ?? 'UTC' }).format(at);
  } catch {
    return new Intl.DateTimeFormat(usual, options).format(at);
  }
}
