import type { TextKey } from './english.ts';
import type { InboxFailure } from './inbox-client.ts';
import type { InboxModel } from './inbox-model.ts';
import { plainText } from './markup.ts';
import type { Popup } from './popup.ts';
import type { Item } from './states.ts';
import type { Translate } from './texts.ts';

/** The data and functions that the parts of the element share. */
export interface Ui {
  readonly model: InboxModel;
  readonly popup: Popup;
  readonly lang: string;
  readonly t: Translate;
  /** The IDs of the messages whose long texts are shown whole. */
  readonly whole: Set<string>;
  /** Sends an event to the page. @returns whether the element may continue: the page has not cancelled the event. */
  emit(name: string, detail: object): boolean;
  /**
   * Shows a short message at the foot of the panel, optionally with *Undo*.
   *
   * @param id the message that has the focus once it is back.
   */
  notify(text: string, undo?: () => void, id?: string): void;
  /** Announces a text to screen readers without showing the text. */
  announce(text: string): void;
  /** Shows that a change could not be saved, and tries again on request or with the next connection if that can help. */
  notifyFailure(failure: InboxFailure, retry: () => void): void;
  focusPanel(): void;
}

/** Reads out what happened to a message. */
export function announceChange({ t, announce }: Ui, key: TextKey, item: Item): void {
  announce(`${t(key)}: ${nameOf(item)}`);
}

/** The name of a message: its subject, or the beginning of its text. */
export function nameOf({ subject, body }: Pick<Item, 'subject' | 'body'>): string {
  const text = plainText(subject || body).trim();
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
