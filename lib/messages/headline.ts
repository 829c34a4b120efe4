import type { Message } from './schema.ts';

const maxLength = 120;
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** A message in one line: its subject or title, else the beginning of its text without markup. */
export function messageHeadline(message: Pick<Message, 'subject' | 'title' | 'content'>): string {
  return message.subject || message.title || plainText(message.content).slice(0, maxLength) || 'No content';
}

/** The words of a message's content, in one line. */
export function plainText(content: Message['content']): string {
  const text = typeof content === 'string' ? content : (content ?? []).map((block) => block.content).join(' ');
  return text
    .replace(/<(style|script)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: keyof typeof entities) => entities[name])
    .replace(/\s+/g, ' ')
    .trim();
}
