// cspell:words Imgn Ipawfvi Yzyeon VGXYL ecouh mqbf dhpn
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isTest, pushed, readEvents, refusal } from '#testing/pushed.ts';

/** Key, address, events and signatures of Symfony (`Mailchimp/Tests/Webhook`, `MailchimpRequestParserTest.php` and `Fixtures`). */
const KEY = 'key-0p6mqbf74lb20gzq9f4dhpn9rg3zyk26';
const URL_OF_VECTORS = 'http://localhost/';
const vector = (event: string, id: string, bounce_description: string | null) => [
  {
    ts: 1365109999,
    event,
    msg: {
      ts: 1365109999,
      subject: 'Foo bar',
      email: 'foo@example.com',
      sender: 'bar@example.com',
      tags: ['my_tag_1', 'my_tag_2'],
      smtp_events: null,
      opens: null,
      clicks: null,
      state: 'sent',
      metadata: { 'mandrill-var-1': 'foo', 'mandrill-var-2': 'bar' },
      _id: id,
      _version: '123',
      subaccount: null,
      diag: null,
      bounce_description,
      template: null,
    },
  },
];
const VECTORS: [object[], string, object][] = [
  [
    vector('hard_bounce', '7761633', 'hard bounce'),
    'NR/1sMq6vu/iOHHcRz6sptTyb2c=',
    { kind: 'bounced', bounce: 'hard' },
  ],
  [
    vector('soft_bounce', '7761637', 'soft_bounce'),
    'itqKyx81VGXYLOh7A3ecouhTmp4=',
    { kind: 'bounced', bounce: 'soft' },
  ],
  [vector('deferral', '7761631', null), 'dWwh72P2/wdEIpawfviN39XUb2k=', { kind: 'delayed' }],
];
const TEST_SIGNATURE = 'QANhYzyeonX51wyzKImgnLZ27CE=';

/**
 * The vendor’s example of an event, from Telegraf (`plugins/inputs/webhooks/mandrill/testdata`), with Belfry’s
 * metadata.
 */
const BOUNCE = {
  event: 'hard_bounce',
  msg: {
    ts: 1365109999,
    subject: 'Secret subject',
    email: 'example.webhook@mandrillapp.com',
    sender: 'example.sender@mandrillapp.com',
    tags: ['webhook-example'],
    state: 'bounced',
    metadata: { message_id: '65f2a1b0c3d4e5f601234567' },
    _id: 'example-2',
    _version: 'example-version',
    bounce_description: 'bad_mailbox',
    bgtools_code: 10,
    diag: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
  },
  _id: 'example-2',
  ts: 1384954004,
};

const form = (events: unknown) =>
  new URLSearchParams({ mandrill_events: typeof events === 'string' ? events : JSON.stringify(events) }).toString();

/**
 * Returns the headers of a signed request. The formula: https://mandrill.zendesk.com/hc/en-us/articles/360039232513.
 */
function signed(fields: [string, string][], key = KEY) {
  const text = ['https://belfry.example/api/v1/inbound/token', ...fields.flat()].join('');
  return { 'x-mandrill-signature': createHmac('sha1', key).update(text).digest('base64') };
}

function read(events: unknown) {
  const text = typeof events === 'string' ? events : JSON.stringify(events);
  return readEvents('mandrill', pushed(form(events), signed([['mandrill_events', text]]), { key: KEY }));
}

test.each(VECTORS)('the signed request of Symfony is read: %#', async (events, signature, expected) => {
  const headers = { 'x-mandrill-signature': signature };
  const request = pushed(form(events), headers, { key: KEY, url: URL_OF_VECTORS });
  expect(await readEvents('mandrill', request)).toMatchObject([{ recipient: 'foo@example.com', ...expected }]);
});

test('a bounce', async () => {
  expect(await read([BOUNCE])).toEqual([
    {
      id: 'hard_bounce example-2',
      kind: 'bounced',
      bounce: 'hard',
      at: new Date(1384954004000),
      messageId: '65f2a1b0c3d4e5f601234567',
      providerMessageId: 'example-2',
      recipient: 'example.webhook@mandrillapp.com',
      words: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
      code: 'bad_mailbox',
      raw: {
        event: 'hard_bounce',
        ts: '1384954004',
        'msg._id': 'example-2',
        'msg.state': 'bounced',
        'msg.bounce_description': 'bad_mailbox',
        'msg.bgtools_code': '10',
      },
    },
  ]);
});

const withMsg = (part: object) => ({ msg: { ...BOUNCE.msg, ...part } });
test.each<[object, object[]]>([
  [{ event: 'send' }, [{ kind: 'accepted' }]],
  [{ event: 'deferral' }, [{ kind: 'delayed' }]],
  [{ event: 'delivered' }, [{ kind: 'delivered' }]],
  [{ event: 'soft_bounce' }, [{ kind: 'bounced', bounce: 'soft' }]],
  [{ event: 'reject' }, [{ kind: 'rejected' }]],
  [{ event: 'open', user_agent: 'Secret' }, [{ kind: 'opened' }]],
  [{ event: 'click', url: 'https://shop.example/?token=secret' }, [{ kind: 'clicked' }]],
  [{ event: 'spam' }, [{ kind: 'complained' }]],
  [{ event: 'unsub' }, [{ kind: 'unsubscribed' }]],
  [withMsg({ diag: 'smtp;550 5.7.1 Message rejected due to the sender’s policy' }), [{ bounce: 'block' }]],
  [withMsg({ diag: '554-5.7.1 Service unavailable' }), [{ bounce: 'block' }]],
  [withMsg({ diag: '', bounce_description: 'invalid_domain' }), [{ bounce: 'hard', words: 'invalid_domain' }]],
  [withMsg({ metadata: [] }), [{ messageId: undefined }]],
  [{ event: 'inbound' }, []],
  [{ event: undefined, type: 'blacklist', action: 'add', reject: { email: 'a@b.example' } }, []],
  [{ event: 'constructor' }, []],
  [{ ts: undefined }, []],
  [{ ts: 'soon' }, []],
  [{ msg: null }, []],
  [withMsg({ _id: undefined }), []],
])('%j is %j', async (part, expected) => {
  const events = await read([{ ...BOUNCE, ...part }]);
  expect(events).toMatchObject(expected);
  expect(JSON.stringify(events.map(({ raw }) => raw))).not.toMatch(/secret|@|http/i);
});

test.each(['no JSON', '[]', '{}', 'null', '[null,1,"send",[]]'])('signed: %s has no events', async (body) => {
  expect(await read(body)).toEqual([]);
});

test('fields are signed in the order of their names', async () => {
  const text = JSON.stringify([BOUNCE]);
  const body = `z=1&${form([BOUNCE])}&a=%C3%A4+b`;
  const headers = signed([
    ['a', 'ä b'],
    ['mandrill_events', text],
    ['z', '1'],
  ]);
  expect(await readEvents('mandrill', pushed(body, headers, { key: KEY }))).toHaveLength(1);
});

test('the test of a new address is recognised without a key', async () => {
  const headers = { 'x-mandrill-signature': TEST_SIGNATURE };
  const test = (text: string) => isTest('mandrill', pushed(form(text), headers, { key: '', url: URL_OF_VECTORS }));
  expect([await test('[]'), await test('[{}]')]).toEqual([true, false]);
  expect(await isTest('mandrill', pushed(form('[]'), {}, { key: '', url: URL_OF_VECTORS }))).toBe(false);
});

const field: [string, string][] = [['mandrill_events', JSON.stringify([BOUNCE])]];
test.each<[string, string, Record<string, string>, object, RegExp]>([
  ['another key', form([BOUNCE]), signed(field, 'another'), {}, /does not match/],
  ['another address', form([BOUNCE]), signed(field), { url: 'https://belfry.example/other' }, /does not match/],
  ['another body', form([{ ...BOUNCE, event: 'spam' }]), signed(field), {}, /does not match/],
  ['a further field', `${form([BOUNCE])}&a=b`, signed(field), {}, /does not match/],
  ['no signature', form([BOUNCE]), {}, {}, /no signature/],
  ['an empty signature', form([BOUNCE]), { 'x-mandrill-signature': '' }, {}, /does not match/],
  ['events with the key of tests', form([BOUNCE]), signed(field, 'test-webhook'), {}, /does not match/],
  ['JSON', JSON.stringify([BOUNCE]), signed(field), {}, /does not match/],
  ['an empty body', '', signed(field), {}, /does not match/],
])('%s is refused', async (_, body, headers, more, words) => {
  expect(await refusal('mandrill', pushed(body, headers, { key: KEY, ...more }))).toMatch(words);
});
