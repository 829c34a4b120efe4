import { oneLine } from '#lib/text/one-line.ts';
import type { Message } from './schema.ts';

const maxLength = 120;

/** Returns a message in one line: its subject or title, or else the start of its text. "Sign-in code (content withheld)". */
export function messageTitle(
  message: Pick<Message, 'subject' | 'title' | 'content' | 'withheld' | 'templateName'>,
): string {
  if (message.withheld) return message.templateName ? `${message.templateName} (content withheld)` : 'Content withheld';
  return message.subject || message.title || oneLine(textOf(message.content)).slice(0, maxLength) || 'No content';
}

function textOf(content: Message['content']): string {
  return typeof content === 'string' ? content : (content ?? []).map((block) => block.content).join(' ');
}
