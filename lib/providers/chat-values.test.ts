/** Tests that values in chat messages are plain text in every chat tool. */
import { expect, test } from 'vitest';
import type { Outbound } from '#lib/outbound/outbound.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import { deliver } from './deliver.ts';
import type { ChatMessage, ChatTarget } from './message.ts';

const TARGET: ChatTarget = { webhookUrl: 'https://chat.example/hook', channel: '42', phoneNumber: '+15550001' };

/** The sent body of a chat step with the template `body`, and the stored exchange. */
async function sent(providerId: string, body: string, payload: object, overrides?: Record<string, unknown>) {
  const { output, values } = await renderStep({ type: 'chat', controls: { body }, variables: { payload } });
  const content = String(output.body);
  const message: ChatMessage = { channel: 'chat', id: 'm-1', target: TARGET, content, values: values?.body };
  let left = '';
  const outbound = {
    fetch: async (_: string, request: { body?: string }) => {
      left = request.body ?? '';
      const answer = {
        ok: true,
        success: true,
        sentMessages: [{ id: '1' }],
        result: { message_id: 1 },
        messages: [{ id: 'w' }],
        id: '1',
      };
      return {
        status: 200,
        headers: {},
        body: providerId === 'mattermost' ? 'ok' : JSON.stringify(answer),
        isCut: false,
      };
    },
    connect: () => Promise.reject(new Error('connected')),
  } as unknown as Outbound;
  const credentials = { apiToken: 't', phoneNumberIdentification: 'p', businessAccountId: 'b', secretKey: 's' };
  const slack = { applicationId: 'a', clientId: 'c', signingSecret: 'x', ...credentials };
  const account = { providerId, sandbox: false, credentials: slack };
  const { exchange } = await deliver(
    account,
    { ...message, ...(overrides && { overrides }) },
    { outbound, now: () => new Date() },
  );
  return { content, exchange, body: JSON.parse(left) };
}

const text = (body: Record<string, unknown>): unknown =>
  body.text ??
  body.content ??
  body.message ??
  (body.messages as { text: string }[] | undefined)?.[0]?.text ??
  (body.attachments as { content: { body: { text: string }[] } }[])[0]?.content.body[0]?.text;

test.each([
  [
    'slack',
    '<!channel> & <https://evil.example|your bank>',
    '&lt;!channel&gt; &amp; &lt;https://evil.example|your bank&gt;',
  ],
  ['discord', '**Ann** [bank](https://evil.example/a_b)', '\\*\\*Ann\\*\\* \\[bank\\]\\(https://evil.example/a_b%29'],
  ['mattermost', '@channel *Ann* ann@shop.example', '@\u200bchannel \\*Ann\\* ann@shop.example'],
  ['zulip', '@**all** [bank](https://evil.example)', '@\u200b**all** [bank]\u200b(https://evil.example)'],
  [
    'rocket-chat',
    '@all *Ann* [bank](https://evil.example)',
    '@\u200ball \\*Ann\\* [bank]\u200b(https://evil.example%29',
  ],
  ['svc-slack', '<!channel>', '&lt;!channel&gt;'],
  ['line', '@all *Ann*', '@all *Ann*'],
  ['msteams', '_Ann_ [bank](https://evil.example)', '\\_Ann\\_ \\[bank\\]\\(https://evil.example%29'],
  ['telegram', '<b>Ann</b> *bold*', '<b>Ann</b> *bold*'],
  ['chat-webhook', '<!channel> *Ann*', '<!channel> *Ann*'],
])('%s receives the value %j as text', async (providerId, value, escaped) => {
  const { content, body, exchange } = await sent(providerId, '*Hi* <!here> {{ payload.name }}', { name: value });
  expect(text(body)).toBe(`*Hi* <!here> ${escaped}`);
  // The stored message and the preview have the unescaped value, and the exchange has no copy of the content.
  expect(content).toBe(`*Hi* <!here> ${value}`);
  expect(exchange.request).not.toContain('Hi');
});

test.each([
  ['HTML', '<b>{{ payload.name }}</b>', '<b>&lt;i&gt;A.B&lt;/i&gt;</b>'],
  ['MarkdownV2', '*{{ payload.name }}*', '*<i\\>A\\.B</i\\>*'],
  ['Markdown', '_{{ payload.name }}_', '_<i>A.B</i>_'],
])('Telegram receives values escaped for the parse mode %s', async (parseMode, template, wanted) => {
  const { body } = await sent('telegram', template, { name: '<i>A.B</i>' }, { parseMode });
  expect(body).toMatchObject({ text: wanted, parse_mode: parseMode });
});

test.each<[template: string, payload: object, mentions: object | undefined]>([
  ['Hi {{ payload.name }}', { name: '@everyone <@1>' }, { parse: [] }],
  ['@everyone: {{ payload.name }}', { name: 'x' }, { parse: ['everyone'] }],
  ['@{{ payload.name }}', { name: 'everyone' }, { parse: [] }],
  [
    '<@{{ payload.id }}> and <@&7>',
    { id: '80351110224678912' },
    { parse: [], users: ['80351110224678912'], roles: ['7'] },
  ],
  ['<{{ payload.id }}>', { id: '@80351110224678912' }, { parse: [] }],
  ['@everyone <@1>', {}, undefined],
])('Discord mentions only the users in the author’s text %j', async (template, payload, mentions) => {
  const { body } = await sent('discord', template, payload);
  expect(body.allowed_mentions).toEqual(mentions);
});

test('an override determines the users that Discord mentions', async () => {
  const { body } = await sent('discord', '{{ payload.a }}', { a: 'x' }, { allowedMentions: { parse: ['users'] } });
  expect(body.allowed_mentions).toEqual({ parse: ['users'] });
});

test('a captured text keeps the markup of the author, and raw prints a value as markup', async () => {
  const captured =
    '{% capture link %}<https://a.example|{{ payload.name }}>{% endcapture %}{{ link }} {{ payload.tag | raw }}';
  const { body } = await sent('slack', captured, { name: 'A<B', tag: '<!here>' });
  expect(body.text).toBe('<https://a.example|A&lt;B> <!here>');
});

test('every value of a loop, a filter and a tag is escaped', async () => {
  const template =
    '{% for one in payload.list %}{{ one | upcase }};{% cycle payload.a, payload.b %} {% endfor %}{% assign x = payload.a %}{{ x }}';
  const { body, content } = await sent('slack', template, { list: ['<a>', '<b>'], a: '<1>', b: '<2>' });
  expect(content).toBe('<A>;<1> <B>;<2> <1>');
  expect(body.text).toBe('&lt;A&gt;;&lt;1&gt; &lt;B&gt;;&lt;2&gt; &lt;1&gt;');
});

const CARD = JSON.stringify({
  type: 'AdaptiveCard',
  version: '1.5',
  body: [
    { type: 'TextBlock', text: '**Order** {{ payload.name }}' },
    { type: 'FactSet', facts: [{ title: '{{ payload.name }}', value: '{{ payload.n }}' }] },
    { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: '{{ payload.name }}' }] },
  ],
  actions: [{ type: 'Action.OpenUrl', title: 'Open', url: 'https://shop.example/a_b?n={{ payload.n }}' }],
});

test('Teams posts a card as a card, and no value leaves its text', async () => {
  const name = 'A "B" *c*", "type": "x';
  const { body, exchange } = await sent('msteams', CARD, { name, n: '1_2' });
  const escaped = 'A "B" \\*c\\*", "type": "x';
  expect(body).toEqual({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.5',
          body: [
            { type: 'TextBlock', text: `**Order** ${escaped}` },
            { type: 'FactSet', facts: [{ title: escaped, value: '1\\_2' }] },
            { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: name }] },
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open', url: 'https://shop.example/a_b?n=1_2' }],
        },
      },
    ],
  });
  expect(exchange.request).not.toContain('Order');
});

test.each<[string, object, unknown]>([
  ['{"type":"message","text":"{{ payload.name }}"}', { name: 'Ann' }, { type: 'message', text: 'Ann' }],
  ['{"type":"message","n":{{ payload.n }}}', { n: 3 }, { type: 'message', n: 3 }],
  ['{"type":"message","n":{{ payload.n }}}', { n: '3,"evil":1' }, { type: 'message', n: '3,"evil":1' }],
  ['{"type":"message","items":{{ payload.items | json }}}', { items: ['a'] }, { type: 'message', items: ['a'] }],
])('Teams posts the JSON %s unchanged', async (template, payload, wanted) => {
  expect((await sent('msteams', template, payload)).body).toEqual(wanted);
});

test('Teams posts a text that begins with a brace as text', async () => {
  expect(text((await sent('msteams', '{hello} {{ payload.name }}', { name: 'Ann' })).body)).toBe('{hello} Ann');
});
