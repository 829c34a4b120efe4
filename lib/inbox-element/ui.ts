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
  /** Shows a short message at the foot of the panel, optionally with a button. */
  notify(text: string, run?: () => void, label?: 'undo' | 'retry'): void;
  /** Shows that a change could not be saved, with a retry button if a retry can help. */
  notifyFailure(failure: InboxFailure, retry: () => void): void;
  focusPanel(): void;
}

/** Returns the name of a message: its subject, or the beginning of its text. */
export function nameOf({ subject, body }: Pick<Item, 'subject' | 'body'>): string {
  const text = plainText(subject || body).trim();
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
