import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Message } from '#lib/messages/schema.ts';
import { MessagePreview } from './message-preview.tsx';

/** Returns the texts of the preview, in order. The defaults contain every field that a preview needs. */
function textsOf(columns: Partial<Message>): string[] {
  const nothing = { content: null, cta: { type: '', data: {} }, read: false };
  const html = renderToStaticMarkup(<MessagePreview message={{ ...nothing, ...columns } as Message} />);
  return [...html.matchAll(/>([^<]+)</g)].map(([, text]) => text ?? '');
}

const button = (type: 'primary' | 'secondary', content: string) => ({ type, content, resultContent: '' });

test.each<[Partial<Message>, string[]]>([
  [{ channel: 'sms', content: 'Your code is 1234' }, ['Your code is 1234', '17 characters']],
  [{ channel: 'chat', content: 'Deploy finished' }, ['Deploy finished']],
  [
    { channel: 'push', title: 'Courier is near', content: 'Five minutes left' },
    ['Courier is near', 'Five minutes left'],
  ],
  [{ channel: 'push', subject: 'Courier is near', content: 'Five' }, ['Courier is near', 'Five']],
  [{ channel: 'in_app', subject: 'New reply', content: 'Bob answered you' }, ['New reply', 'Bob answered you']],
  [{ channel: 'in_app', content: 'Bob answered you' }, ['Bob answered you']],
  [
    {
      channel: 'in_app',
      content: 'Bob answered you',
      cta: {
        type: 'redirect',
        data: {},
        action: { buttons: [button('primary', 'Open'), button('secondary', 'Mute')] },
      },
    },
    ['Bob answered you', 'Open', 'Mute'],
  ],
])('%j is shown as on its channel', (message, texts) => {
  expect(textsOf(message)).toEqual(texts);
});

test('a message without content shows the cause', () => {
  const why = 'It has no content, or its content could not be rendered. The run’s timeline shows why.';
  expect(textsOf({ channel: 'email' })).toEqual(['No content to show', why]);
});

test('an email names its address, unless the page already shows it', () => {
  const mail = { channel: 'email', subject: 'Hello', content: '<p>x</p>', email: 'jane@shop.example' } as Message;
  const html = (isAddressed: boolean) =>
    renderToStaticMarkup(<MessagePreview message={mail} isAddressed={isAddressed} />);
  expect(html(false)).toContain('jane@shop.example');
  expect(html(true)).not.toContain('jane@shop.example');
});

test('an email has its sender, and its address unless that is shown next to it', () => {
  const email = { channel: 'email' as const, subject: 'Receipt', content: '<p>Hi</p>', email: 'jane@shop.example' };
  const texts = textsOf({ ...email, sentFrom: 'Shop <orders@shop.example>' });
  expect(texts.join('')).toContain('From Shop &lt;orders@shop.example&gt;');
  expect(texts.join('')).toContain('To jane@shop.example');
  expect(textsOf(email).join('')).not.toContain('From');
});

test('a long text of an in-app message is folded', () => {
  const html = (content: string) =>
    renderToStaticMarkup(<MessagePreview message={{ channel: 'in_app', content, cta: {}, read: false } as Message} />);
  expect(html('Short')).not.toContain('aria-expanded');
  for (const long of ['a'.repeat(701), '\n'.repeat(12)]) {
    expect(html(`x${long}`)).toMatch(/line-clamp-8.*aria-expanded="false".*Show the whole text/s);
  }
});
