/**
 * The samples follow RFC 3464, RFC 5965 and the reports of real servers: Exim's `deliver.c`
 * (https://github.com/Exim/exim/blob/master/src/src/deliver.c), Exchange
 * (https://learn.microsoft.com/exchange/mail-flow/non-delivery-reports-and-bounce-messages/), and the fields of Gmail
 * and sendmail in the corpus of Sisimai (https://github.com/sisimai/set-of-emails). bench/mail/run.ts recorded the
 * Postfix samples.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupsOf } from './fields.ts';
import { eventsOfReport, looksLikeReport } from './report.ts';

const folder = join(import.meta.dirname, 'samples');
const AT = new Date('2026-11-28T10:12:00.000Z');
const ID = '6929f6d1aabbccddeeff0011';
const JANE = 'jane@customer.example';

const read = (name: string) => readFileSync(join(folder, name));
const eventsIn = (source: Uint8Array | string) => eventsOfReport(Buffer.from(source), AT);
/** Returns the parts of events that follow from the sample. */
const shown = async (name: string) =>
  (await eventsIn(read(name))).map(({ kind, bounce, code, words, recipient }) => ({
    kind,
    bounce,
    code,
    words,
    recipient,
  }));

const reports: [string, object[]][] = [
  [
    'exim-failed.eml',
    [
      {
        kind: 'bounced',
        bounce: 'hard',
        code: '5.0.0',
        words: '550 5.1.1 The address does not exist',
        recipient: JANE,
      },
    ],
  ],
  [
    'exchange-not-found.eml',
    [
      {
        kind: 'bounced',
        bounce: 'hard',
        code: '5.1.10',
        words: '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
        recipient: 'jane@corp.example',
      },
    ],
  ],
  [
    'gmail-full.eml',
    [{ kind: 'bounced', bounce: 'soft', code: '5.2.2', words: '552 5.2.2 The mailbox is full', recipient: JANE }],
  ],
  [
    'two-recipients.eml',
    [
      { kind: 'bounced', bounce: 'block', code: '5.7.1', words: '550 5.7.1 Refused because of SPF', recipient: JANE },
      { kind: 'accepted', bounce: undefined, code: '2.1.5', words: undefined, recipient: undefined },
      { kind: 'delivered', bounce: undefined, code: '2.0.0', words: undefined, recipient: 'ann@customer.example' },
    ],
  ],
  ['abuse.eml', [{ kind: 'complained', bounce: undefined, code: undefined, words: undefined, recipient: JANE }]],
  ['read-receipt.eml', []],
  ['vacation.eml', []],
];

test.each(reports)('%s', async (name, expected) => {
  expect(await shown(name)).toEqual(expected);
  for (const event of await eventsIn(read(name)))
    expect(event).toMatchObject({ messageId: ID, at: AT, unproven: true });
});

test('Postfix’s own reports', async () => {
  const names = readdirSync(folder).filter((name) => name.startsWith('postfix-'));
  const found = await Promise.all(
    names.map(async (name) => {
      const [{ kind = '', bounce, code, recipient } = {}] = await shown(name);
      return [name, `${kind} ${bounce ?? '-'} ${code} ${recipient}`];
    }),
  );
  expect(Object.fromEntries(found)).toEqual({
    'postfix-full.eml': 'bounced soft 5.2.2 full@remote.test',
    'postfix-gone.eml': 'bounced hard 5.1.1 gone@mail.test',
    'postfix-later.eml': 'delayed - 4.3.0 later@remote.test',
    'postfix-policy.eml': 'bounced block 5.7.1 policy@remote.test',
    'postfix-unknown.eml': 'bounced hard 5.1.1 unknown@remote.test',
  });
});

test('a report has the same event IDs whenever it is read, and a different one for each recipient', async () => {
  const [first, second] = [await eventsIn(read('two-recipients.eml')), await eventsIn(read('two-recipients.eml'))];
  expect(second).toEqual(first);
  expect(new Set(first.map(({ id }) => id)).size).toBe(3);
  const other = read('two-recipients.eml').toString().replace('202611281012.x1', '202611281013.x1');
  expect((await eventsIn(other))[0]?.id).not.toBe(first[0]?.id);
});

test('reports about messages with other IDs are ignored', async () => {
  for (const id of ['', '<>', 'x@y', '<x@shop.example>', `<${ID}>`, `<${ID.toUpperCase()}0@shop.example>`]) {
    const source = read('exim-failed.eml').toString().replaceAll(`<${ID}@shop.example>`, id);
    expect(await eventsIn(source), id).toEqual([]);
  }
});

test('a report whose end is missing is read as far as its protocol parts reach', async () => {
  const source = read('gmail-full.eml').toString();
  expect(
    await eventsIn(source.slice(0, source.indexOf('MIME-Version', source.lastIndexOf('Message-ID')))),
  ).toHaveLength(1);
  expect(await eventsIn(source.slice(0, source.indexOf('Action:')))).toEqual([]);
});

test('only 100 recipients of a report count, and long texts are cut', async () => {
  const group = `Final-Recipient: rfc822;a@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; ${'x'.repeat(9_000)}\r\n\r\n`;
  const source = read('exim-failed.eml')
    .toString()
    .replace('Action: failed', `${group.repeat(500)}Action: failed`);
  const events = await eventsIn(source);
  expect(events.length).toBe(100);
  expect(events[0]?.words?.length).toBe(500);
});

test('hostile emails are parsed within 5 seconds, and have no events', async () => {
  const head = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n';
  const hostile = [
    head + '--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'.repeat(15_000),
    head + '--b\r\nContent-Type: message/rfc822\r\n\r\n'.repeat(20_000),
    head + '--b\r\n'.repeat(200_000),
    `Content-Type: multipart/report; boundary="${'('.repeat(60_000)}"\r\n\r\n`,
    `Content-Type: multipart/report${';a*0=b'.repeat(9_000)}\r\n\r\n`,
    `Content-Type: multipart/report;${' '.repeat(60_000)}\r\n${' \r\n'.repeat(300_000)}`,
    `${head}--b\r\nContent-Type: text/html\r\n\r\n${'<a '.repeat(300_000)}`,
    `${head}--b\r\nContent-Type: text/plain; charset=utf-7\r\n\r\n${'http://'.repeat(140_000)}`,
    `${head}--b\r\nContent-Type: message/delivery-status\r\n\r\n${':'.repeat(1_000_000)}`,
    `${head}--b\r\nContent-Type: message/delivery-status\r\n\r\n${'a:\r\n '.repeat(200_000)}`,
    `Subject: ${'=?utf-8?B?YQ==?= '.repeat(3_000)}\r\nTo: ${'(a@b,'.repeat(10_000)}\r\n${head}`,
  ];
  for (const [index, source] of hostile.entries()) {
    const begun = performance.now();
    expect(await eventsIn(source)).toEqual([]);
    expect(performance.now() - begun, `hostile mail ${index}`).toBeLessThan(5_000);
  }
});

test('any bytes are read without an error', async () => {
  const line = fc.constantFrom(
    ...read('gmail-full.eml').toString().split('\r\n'),
    ...['', ' ', '\0', ':', ' :', 'a:', '--b', '--b--', 'Content-Type: multipart/report; boundary=b'],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(line, fc.string())), async (lines) => {
      const source = Buffer.from(lines.join('\r\n'));
      looksLikeReport(source);
      groupsOf(source.toString(), 5);
      await eventsIn(source);
      await eventsIn(`Content-Type: multipart/report; boundary="000000000000a1b2c305f5a5444d"\r\n\r\n${source}`);
    }),
    { numRuns: 200 },
  );
});
