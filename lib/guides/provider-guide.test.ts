import { expect, test } from 'vitest';
import { providerGuide } from './provider-guide.ts';

test('a choice that replaces switches is one row, with the words of the form', () => {
  const guide = providerGuide('nodemailer') ?? '';
  expect(guide).toMatch(
    /^\| Encryption \| \*Automatic\*, \*STARTTLS required\* \(`requireTls`: `true`\), .*offers it/m,
  );
  expect(guide).not.toMatch(/^\| (?:Secure|Require TLS|Ignore TLS) /m);
});
