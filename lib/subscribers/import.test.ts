import papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { batchesOf, decodeCsv, guessUses, type ImportRow, readCsv, readRows, usesProblem } from './import.ts';
import { type ImportProgress, NOTHING_SENT, runImport } from './import-run.ts';

const read = (text: string) => readCsv(papa.parse, text);
const body = (n: number): ImportRow => ({ line: n + 2, body: { subscriberId: `u${n}` } });

describe('a file', () => {
  test('has the line of each row, for any cells and line ends', () => {
    const table = read('\uFEFFid,note\r\n1,"two\r\nlines"\r\n\r\n , \r\n2,"a ""b"" c"\r\n3');
    expect(table.header).toEqual(['id', 'note']);
    expect(table.rows).toEqual([
      { line: 2, cells: ['1', 'two\nlines'] },
      { line: 6, cells: ['2', 'a "b" c'] },
      { line: 7, cells: ['3'] },
    ]);
    expect(table.problems).toEqual([]);
  });

  test.each([',', ';', '\t', '|'])('is recognised with %j between the cells', (separator) => {
    const text = [
      ['id', 'name'],
      ['1', 'Ann'],
      ['2', 'Bo'],
    ]
      .map((row) => row.join(separator))
      .join('\n');
    expect(read(text).rows.map(({ cells }) => cells)).toEqual([
      ['1', 'Ann'],
      ['2', 'Bo'],
    ]);
  });

  test.each([
    ['with a final line break', 'id;email\n1;a@b.example\n2;c@d.example\n', 2],
    ['with blank lines', 'id;email\n\n1;a@b.example\n\n2;c@d.example\n\n\n', 3],
    ['with commas in its cells', 'id;email;name\n1;a@b.example;Doe, Ann\n2;c@d.example;Roe, Bo, Dr.\n', 2],
    ['with the hint of a spreadsheet', 'sep=;\nid;email\n1;a@b.example\n2;c@d.example\n', 3],
    ['with the hint as a cell', '"sep=;"\r\nid;email\r\n1;a@b.example\r\n2;c@d.example\r\n', 3],
    ['with one row', 'id;email\n1;a@b.example\n', 2],
  ])('%s is recognised', (_, text, firstLine) => {
    const { separator, header, rows } = read(text);
    expect([separator, ...header.slice(0, 2)]).toEqual([';', 'id', 'email']);
    expect(rows[0]).toMatchObject({ line: firstLine, cells: expect.arrayContaining(['1', 'a@b.example']) });
  });

  test('is read with the separator that is chosen', () => {
    expect(readCsv(papa.parse, 'sep=,\nid|email\n1|a@b.example', '|').rows).toEqual([
      { line: 3, cells: ['1', 'a@b.example'] },
    ]);
    expect(read('id\n1\n2').separator).toBe(',');
  });

  test('has the text of formulas that keep zeros', () => {
    const { rows } = read('id,zip,note\n="00123","=""04109""","=""a ""b"""\n=1+1,=x,"=\n"');
    expect(rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
      ['00123', '04109'],
      ['=1+1', '=x'],
    ]);
  });

  test('has an error with the position of an unclosed quotation mark', () => {
    expect(read('id,name\n1,Ann\n2,"Bo\n3,Cy').problems).toMatchObject([{ line: 3 }]);
  });

  test.each([
    ['UTF-8', Buffer.from('Muñoz')],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Muñoz', 'utf16le')])],
    ['Windows-1252', Buffer.from('Muñoz', 'latin1')],
  ])('is read as %s', (_, bytes) => {
    expect(decodeCsv(bytes).replace('\uFEFF', '')).toBe('Muñoz');
  });
});

describe('columns', () => {
  test('are recognised by their names, and each field once', () => {
    const header = ['User ID', 'Given name', 'SURNAME', 'E-Mail', 'mail', 'Phone number', 'plan'];
    const uses = ['subscriberId', 'firstName', 'lastName', 'email', 'ignore', 'phone', 'ignore'];
    expect(guessUses(header)).toEqual(uses);
  });

  test.each([
    [['firstName'], /subscriber ID/],
    [['subscriberId', 'email', 'email'], /Two columns/],
    [['subscriberId', 'data', 'key'], /not both/],
    [['subscriberId', 'key', 'key', 'ignore', 'ignore'], undefined],
  ] as const)('%j', (uses, problem) => {
    if (problem) expect(usesProblem(uses)).toMatch(problem);
    else expect(usesProblem(uses)).toBeUndefined();
  });
});

describe('invisible characters', () => {
  test.each([',', ';', '\t'])('are removed with a note from every cell of a file with %j', (separator) => {
    const lines = [
      ['id', 'email', 'phone', 'name', 'plan\u200b', 'data'],
      ['u\u200b1', 'a@b.example\u200b', '\u202a+49\u202c', 'An\u200bna\u200dBo', 'pr\u2060o', 'x\u200b'],
      ['u2', 'c@d.example', '', 'Ann', '', ''],
    ];
    const table = read(lines.map((line) => line.join(separator)).join('\n'));
    const { ready, notes } = readRows(table, ['subscriberId', 'email', 'phone', 'firstName', 'key', 'ignore']);
    expect(ready).toEqual([
      {
        line: 2,
        body: {
          subscriberId: 'u1',
          email: 'a@b.example',
          phone: '+49',
          firstName: 'AnnaBo',
          data: { plan: 'pro' },
        },
      },
      { line: 3, body: { subscriberId: 'u2', email: 'c@d.example', firstName: 'Ann' } },
    ]);
    expect(notes).toEqual([
      { line: 1, reason: 'Invisible characters were removed: plan.' },
      { line: 2, reason: 'Invisible characters were removed: Subscriber ID, Email, Phone, First name, plan.' },
    ]);
  });

  test.each(['می\u200cخواهم', 'ක්\u200dෂ', '👩\u200d👧', '🏴\u{e0067}\u{e0062}\u{e007f}', '"two\nlines"'])(
    'with a meaning stay in a name: %s',
    (name) => {
      const { ready, notes } = readRows(read(`id,name\nu1,${name}`), ['subscriberId', 'firstName']);
      expect([ready[0]?.body.firstName, notes]).toEqual([name.replaceAll('"', ''), []]);
    },
  );
});

test('rows become bodies, and invalid rows have a line and a reason', () => {
  const table = read(
    'id,email,tz,plan,level\nu1,a@b.example,Europe/Berlin,pro,1\nu2,nope,Mars/Base,,\n,x@b.example,,,\nu1,,,,\nu3,,,,,6\nu4,,,,',
  );
  const { ready, problems } = readRows(table, ['subscriberId', 'email', 'timezone', 'key', 'key']);
  expect(ready).toEqual([
    {
      line: 2,
      body: { subscriberId: 'u1', email: 'a@b.example', timezone: 'Europe/Berlin', data: { plan: 'pro', level: '1' } },
    },
    { line: 7, body: { subscriberId: 'u4' } },
  ]);
  expect(problems).toEqual([
    { line: 3, reason: expect.stringMatching(/^Email: must be an email address\. Time zone: must be an IANA/) },
    { line: 4, reason: 'The subscriber ID is missing.' },
    { line: 5, reason: 'The ID u1 is already in line 2.' },
    { line: 6, reason: 'The row has 6 cells, but there are 5 columns.' },
  ]);
});

test('custom data is read from a column of JSON', () => {
  const table = read('id,data\nu1,"{""plan"": ""pro""}"\nu2,[]\nu3,{');
  const { ready, problems } = readRows(table, ['subscriberId', 'data']);
  expect(ready).toEqual([{ line: 2, body: { subscriberId: 'u1', data: { plan: 'pro' } } }]);
  expect(problems.map(({ line }) => line)).toEqual([3, 4]);
});

describe('an import', () => {
  const rows = Array.from({ length: 1201 }, (_, n) => body(n));

  test('is sent in requests that the API accepts', () => {
    expect(batchesOf(rows).map((batch) => batch.length)).toEqual([500, 500, 201]);
    const large = rows.map((row) => ({ ...row, body: { ...row.body, avatar: 'x'.repeat(8000) } }));
    for (const batch of batchesOf(large))
      expect(JSON.stringify(batch.map((row) => row.body)).length).toBeLessThan(450_000);
  });

  test('that is interrupted shows its position, continues there, and names the lines of rejected rows', async () => {
    let calls = 0;
    const send = async (_: string, batch: readonly ImportRow[]) => {
      calls++;
      if (calls === 2) throw new Error('The service did not answer.');
      const [first, ...rest] = batch.map((row) => ({ subscriberId: row.body.subscriberId }));
      return { created: rest, updated: [], failed: [{ index: 0, message: 'no', ...first }] };
    };
    const signal = new AbortController().signal;
    const seen: number[] = [];
    const onProgress = ({ sent }: ImportProgress) => seen.push(sent);
    const broken = await runImport('e', { rows, dryRun: false, signal, onProgress }, send);
    expect(broken).toMatchObject({ sent: 500, created: 499, error: 'The service did not answer.' });
    const done = await runImport('e', { rows, dryRun: false, from: broken, signal, onProgress }, send);
    expect(done).toEqual({
      sent: 1201,
      created: 1198,
      updated: 0,
      problems: [
        { line: 2, reason: 'no' },
        { line: 502, reason: 'no' },
        { line: 1002, reason: 'no' },
      ],
    });
    expect(seen).toEqual([500, 1000, 1201]);
  });

  test('that is stopped sends nothing more', async () => {
    const stop = new AbortController();
    const send = async () => ({ created: [], updated: [], failed: [] });
    const run = { rows, dryRun: false, signal: stop.signal, onProgress: () => stop.abort() };
    expect(await runImport('e', run, send)).toEqual({ ...NOTHING_SENT, sent: 500 });
  });
});
