import { expect, test } from 'vitest';
import { readSecretFile } from './secret-file.ts';

const PEM = '-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----';

test('a text file is read without a byte order mark and blank lines around it', async () => {
  expect(await readSecretFile(new File([`\uFEFF${PEM}\n\n`], 'key.p8'))).toEqual({ text: PEM });
});

test.each([
  ['binary bytes', new Uint8Array([0x30, 0x82, 0xff, 0xfe]), 'is not a text file'],
  ['bytes with a null', new Uint8Array([0x30, 0, 0x31]), 'is not a text file'],
  ['only spaces', ' \n', 'is empty'],
  ['a large text', 'x'.repeat(65_537), 'is larger than 64 KiB'],
])('a file with %s is refused with its name', async (_, content, problem) => {
  expect(await readSecretFile(new File([content], 'key.p12'))).toEqual({
    problem: expect.stringContaining(`key.p12 ${problem}`),
  });
});
