import papa from 'papaparse';
import { expect, test } from 'vitest';
import { readCsv } from '#lib/subscribers/import.ts';
import { readSuppressions } from './import.ts';

const read = (text: string) => readSuppressions(readCsv(papa.parse, text));

test('an exported file is read', () => {
  const text = `\ufeffaddress,channel,cause,createdAt,words,note,messageId
jane@example.com,email,bounced,2026-11-12T10:00:00.000Z,550 unknown,,abc
+4915112345678,sms,added,2026-11-12T10:00:00.000Z,,By phone,
`;
  expect(read(text)).toEqual({
    ready: [
      { line: 2, body: { channel: 'email', address: 'jane@example.com', cause: 'bounced' } },
      { line: 3, body: { channel: 'sms', address: '+4915112345678', cause: 'added', note: 'By phone' } },
    ],
    problems: [],
  });
});

test('the list of another vendor is read by its column with the address', () => {
  expect(read('Status;E-mail\n5.1.1;jane@example.com\n;\n').ready).toEqual([
    { line: 2, body: { channel: 'email', address: 'jane@example.com' } },
  ]);
  expect(read('phone\n+49 151 12345678\n').ready[0]?.body.channel).toBe('sms');
});

test('rows that cannot be sent have their line and the reason', () => {
  expect(read('address,channel,cause\n,email,\na@b.example,push,\nc@d.example,email,dead\n').problems).toEqual([
    { line: 2, reason: 'The address is missing.' },
    { line: 3, reason: 'The channel must be email or sms.' },
    { line: 4, reason: 'The cause must be one of bounced, soft_bounced, complained, added.' },
  ]);
  expect(read('name\nJane\n')).toEqual({
    ready: [],
    problems: [{ line: 1, reason: 'No column is named “address” or “email”.' }],
  });
});
