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
  const title = message.subject || message.title || oneLine(textOf(message.content)).slice(0, maxLength);
  return (message.channel === 'in_app' ? plainText(title) : title) || 'No content';
}

/** Returns the text of a message’s content. Blocks of an email are joined by lines. */
export function textOf(content: Message['content']): string {
  return typeof content === 'string' ? content : (content ?? []).map((block) => block.content).join('\n');
}
