import { expect, test } from 'vitest';
import { derivedIdentifier } from './form-fields.tsx';

test('the placeholder of an identifier is the name with an addition', () => {
  expect(derivedIdentifier('SendGrid EU')).toBe('sendgrid-eu-…');
  expect(derivedIdentifier('通知')).toBe('integration-…');
});
