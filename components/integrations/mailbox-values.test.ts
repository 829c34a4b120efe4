import { expect, test } from 'vitest';
import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';
import { mailboxConfigurations, mailboxValues, withEncryption, withoutMailbox } from './mailbox-values.ts';

const stored = {
  inboundWebhookEnabled: true,
  mailboxHost: 'imap.shop.example',
  mailboxPassword: CREDENTIAL_MASK,
  mailboxTlsOptions: {},
  mailboxReadFolder: 'Read',
  mailboxUnsubscribeAddress: 'stop@shop.example',
};

test('stored settings are sent unchanged: the masks keep the password and the TLS options', () => {
  expect(mailboxConfigurations(stored, mailboxValues(stored))).toEqual({
    ...stored,
    ...{ mailboxPort: '993', mailboxEncryption: 'tls', mailboxUser: '', mailboxFolder: 'INBOX' },
  });
});

test('new settings replace stored ones, and an empty folder removes it', () => {
  const values = {
    ...mailboxValues(stored),
    readFolder: ' ',
    unsubscribeAddress: '',
    tlsOptions: '{"rejectUnauthorized": false}',
  };
  const given = mailboxConfigurations(stored, values);
  expect(given).not.toHaveProperty('mailboxReadFolder');
  expect(given).not.toHaveProperty('mailboxUnsubscribeAddress');
  expect(given.mailboxTlsOptions).toEqual({ rejectUnauthorized: false });
  expect(mailboxConfigurations({}, { ...values, tlsOptions: '{' }).mailboxTlsOptions).toBe('{');
});

test('the port follows the encryption unless it is unusual', () => {
  expect(withEncryption(mailboxValues(), 'starttls').port).toBe('143');
  expect(withEncryption({ ...mailboxValues(), port: '1993' }, 'starttls').port).toBe('1993');
});

test('removing a mailbox keeps the other configurations', () => {
  expect(withoutMailbox(stored)).toEqual({ inboundWebhookEnabled: true });
});
