import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import { CredentialControl } from './credential-control.tsx';

function shown(providerId: string, key: string, value: string, replacedBy?: string): string {
  const field = findProvider(providerId)?.credentials.find((one) => one.key === key);
  if (!field) throw new Error(`${providerId} has no field ${key}`);
  return renderToStaticMarkup(
    <CredentialControl field={field} value={value} onChange={() => undefined} replacedBy={replacedBy} />,
  );
}

test.each([
  ['apns', 'secretKey'],
  ['fcm', 'serviceAccount'],
  ['nodemailer', 'secretKey'],
])('the key of %s has six masked lines, and a file can be chosen', (providerId, key) => {
  for (const value of ['', 'typed', CREDENTIAL_MASK]) {
    const html = shown(providerId, key, value);
    expect(html).toMatch(/<textarea [^>]*rows="6"/);
    expect(html).toMatch(/class="[^"]*h-auto[^"]*text-security:disc/);
    expect(html).not.toMatch(/class="[^"]*\bcontrol w-full/);
    expect(html).toContain('Choose file');
  }
});

test('a secret has a button that shows it, also while it is empty', () => {
  expect(shown('twilio', 'token', '')).toContain('aria-label="Show Auth token"');
  expect(shown('twilio', 'token', '')).toContain('type="password"');
  expect(shown('twilio', 'accountSid', '')).not.toContain('aria-label="Show');
});

test('the label names the field that replaces a required one', () => {
  expect(shown('twilio', 'from', '', 'Messaging Service SID')).toContain(
    'From (required without Messaging Service SID)',
  );
  expect(shown('twilio', 'accountSid', '')).toMatch(/Account SID<span[^>]*><span class="sr-only"> \(required\)/);
});
