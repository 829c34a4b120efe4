import { expect, test } from 'vitest';
import { derivedIdentifier } from './form-fields.tsx';

test('the placeholder of an identifier is the name, with an addition if another integration has it', () => {
  expect(derivedIdentifier('SendGrid EU', [])).toBe('sendgrid-eu');
  expect(derivedIdentifier('SendGrid EU', [{ identifier: 'sendgrid-eu' }])).toBe('sendgrid-eu-…');
  expect(derivedIdentifier('通知', [])).toBe('integration');
});
