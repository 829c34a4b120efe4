import { plainText } from '#lib/inbox-element/markup.ts';
import { oneLine } from '#lib/text/one-line.ts';
import type { Message } from './schema.ts';

const maxLength = 120;

/**
 * Returns a message in one line: its subject or title, or else the start of its text. If the content is withheld, the
 * line names the workflow: "Sign-in code (content withheld)".
 */
export function messageTitle(
  message: Pick<Message, 'subject' | 'title' | 'content' | 'withheld' | 'templateName'> &
    Partial<Pick<Message, 'channel'>>,
): string {
  if (message.withheld) return message.templateName ? `${message.templateName} (content withheld)` : 'Content withheld';
  const title = message.subject || message.title;
  if (message.channel === 'in_app') return plainText(title || '') || beginning(message) || 'No content';
  return title || oneLine(textOf(message.content)).slice(0, maxLength) || 'No content';
}

/** Returns the beginning of an in-app message. Its content is a text, not HTML. */
function beginning({ content }: Pick<Message, 'content'>): string {
  return plainText(textOf(content)).replace(/\s+/g, ' ').trim().slice(0, maxLength);
}

/** Returns the text of a message’s content. Blocks of an email are joined by lines. */
export function textOf(content: Message['content']): string {
  return typeof content === 'string' ? content : (content ?? []).map((block) => block.content).join('\n');
}
