import { expect, test } from 'vitest';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { assertStrong } from './password-strength.ts';

const owner = { email: 'jane.cooper@example.com', names: ['Jane', 'Cooper'] };

test.each([
  ['password1', /common/],
  ['PASSWORD1', /common/],
  ['trustno1', /common/],
  ['Passw0rd!', /common/],
  ['Password1!', /common/],
  ['qwerty123!', /common/],
  ['P@$$w0rd123', /common|guess/],
  ['Summer2026!', /common|year/],
  ['26.11.2026', /date|guess/],
  ['aaaaaaaaaaaa', /repeats/],
  ['abcabcabcabcabc', /repeats/],
  ['a'.repeat(128), /repeats/],
  ['12345678', /common/],
  ['12345678901234', /common|order/],
  ['abcdefghijkl', /order/],
  ['jane.cooper', /your name/],
  ['Jane.Cooper@example.com', /your name/],
  ['Jane Cooper', /your name/],
  ['cooper-jane', /your name/],
  ['CooperJane', /your name/],
  ['belfry-belfry', /the name Belfry/],
  ['Belfry.Jane', /the name Belfry/],
])('%s is rejected', async (password, reason) => {
  const checked = assertStrong('newPassword', password, owner);
  await expect(checked).rejects.toMatchObject({
    status: 422,
    errors: { newPassword: { messages: [expect.stringMatching(reason)] } },
  });
});

test('a password with a long email address of its owner is rejected', async () => {
  const email = 'pz4-7qk1-vm93-x2hd-0wtr-8ysl-c5nb-jf6g@mail.example.com';
  const checked = assertStrong('newPassword', email, { email, names: [] });
  await expect(checked).rejects.toMatchObject({ status: 422 });
});

test.each([
  'correct horse battery',
  'jane.cooper likes tea',
  'kX9_abQz12-wPqLm',
  'пароль-длинный-слон',
  '正しい馬の電池と針',
  'XHkvorqNQL2UBpkI',
  `correct horse battery ${'a'.repeat(100)}`,
])('%s is accepted', async (password) => {
  await expect(assertStrong('newPassword', password, owner)).resolves.toBeUndefined();
});

test('hostile passwords and names are checked quickly', async () => {
  await assertStrong('newPassword', 'correct horse battery', owner);
  const texts = ['p@$$w0rd', '4@', '(|)', '1a2b3c4d', '01/02/1999', '|-|', '4@(310!|$57%xvu{}[]<)2z6', 'aB'];
  for (const text of texts) {
    const password = text.repeat(128).slice(0, 128);
    const hostile = { email: owner.email, names: [password, password] };
    const checked = () => assertStrong('newPassword', password, hostile).catch(() => undefined);
    expect(await leastProcessorTime(300, checked)).toBeLessThan(300);
  }
});
