import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['SendGrid', 'SG'],
  ['Custom SMTP', 'CS'],
  ['Postmark', 'Po'],
  ['SES', 'SE'],
  ['46elks', '46'],
  ['Brevo (formerly Sendinblue)', 'Br'],
  ['Grafana OnCall', 'GO'],
  ['sms77', 'sm'],
  ['', ''],
])('the initials of “%s” are “%s”', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
