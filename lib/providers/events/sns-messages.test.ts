import { createSign, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { pushed, readEvents, refusal } from '#testing/pushed.ts';
import type { PushedRequest } from './event-source.ts';

/** A certificate made for tests, and signatures that the vendor's library `sns-validator` 0.3.5 accepts. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDCTCCAfGgAwIBAgIUWUytJ/JURp0sM1puuSb/zEHbD5wwDQYJKoZIhvcNAQEL
BQAwEzERMA8GA1UEAwwIc25zLnRlc3QwIBcNMjYxMTI3MTczNDQzWhgPMjEyNjEx
MDMxNzM0NDNaMBMxETAPBgNVBAMMCHNucy50ZXN0MIIBIjANBgkqhkiG9w0BAQEF
AAOCAQ8AMIIBCgKCAQEAlfJubjxWoebcx30B7Y1D7RNRTD0EtNw/TUvQgjpmntsp
W8xv9NbUOxPa+oCaEw04ntmkIb57o5+KcZ5Z5jvIApFO7LzZOTyR0BhbNOlLFGJv
zpOo57uHRTbhznEjq93LNw3OGnsPF6gGmTQ4ssS5i0Y9jyx8a6hdmW0slbvLes1U
CdxGzpHIc3SFBeotCUqhFmwqklVa7eJSIzyhNBV0gBDIrpbfi5htjfoULOlqo02W
L12BBdDRz0ff5Cy/tL+5db3S9EG517jaofIQ6pdNfT1nQ0eyXdqOcPp8s7WpQHXW
VRnj4kWSPLdUX7+ynovEYf2k+33eMejFPnFocSIh+wIDAQABo1MwUTAdBgNVHQ4E
FgQUqf+GVlS5karBywJZoM2l12gh7EQwHwYDVR0jBBgwFoAUqf+GVlS5karBywJZ
oM2l12gh7EQwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAN/aJ
f+tgbyH8xuAL0qKF15sTpNqeEUXULqzhvw3JPweSRqr5oUSpeDQM4a1SdHUimViR
bQ+PBj3k94P+BhnwSBmYb+m/O+o5kzBhv2XWHu4WFtGqro3mgUtFDBjfG5AYXD4f
etbt1rGpJHrAyXKFmN9OzOLZivGaCN33WJLb6J/Pl+azq/Wywk8IO7yEzDAhWvjc
gzF7jLKmdjLatmBAwt9ho6TvxNJOFxRKYaMQ7Uuzim08RdcS94xed/QhbJIFukKK
/p67Kw+fFZiJuCX/tx0E3YYEYgGBoD2zOJsIPg1CbE7dcXa9wxCtu2250Qw7Y3Uy
ibDlP+Cur6VSXrjA6w==
-----END CERTIFICATE-----`;
const SIGNATURES = [
  'A489gP5gXWn8qcEeejvhyDKOjXIcLz0hPNXcN8Y2M2lsqBZtpIbeetzyBKKF9pb5olneDQsKK06uB51DOGsKjAQaxBc0DL32sQ8mXeG7KTvApqpD9IPbOVzqqY9zNq0GtxSYXeuhxopOExUXoFsTuGfdoV41v0Rb7+ZTAhjPyGceX3R89s51t7/MD8cFJH9AfWVXohupJowK2GmMTIgysbuSBe8N+bYoAzxJVN8FvtNeTi+cwZ74VhI8GDfvktChbGsHVZdcT/V7jWZ+klJzDbCBM8jngPY7DRLSI5L3JBW7UDnltx5+4acqXLARho4OrM3RnjYBCSPkk7EbUPnYLw==',
  'ex5LwTtIKELqLYZLCTF+UAnf+mQ4Xn0JTmqoqObX1oUa+kFSXxpiGHs4iORSi8H/nknn7v0yKNaDFkGGfUUPE2x0pZzVDAHqwAWuAkm62iaV8yXlk+aeqYhFuruFJwbZho5O9jR+ol/EBtbdOlBmnGa47sAqiUp8e5Bvi2LuksZlrMfBbeuqoZ2jwwjP0IDiJY/eh8XyYRYF5xSd+EIyCBEeXXEAwIMPR4R9XoemLClu8rBG7VbFb0hK2FqBeBLhNA4pUhe5Nunu3YajQIGADEtn1NMB3/zQ4IJJOIhvHI89a5+LtnPw+U69ZxdtiX6wBfP+k4kTMcPIzAJGVnZgjg==',
  'JbDvx2hoLVLTMt3+MTNOaOYT9GsUSeWSN8X1qufPUv6q9xRs+ozUsLjsHog8QCq+ZOtdgGW9L3iXy40hlcNf8OdXhqbCdAyahks++5zY/AllDaPEWoHhKSR2WTKijxo8e5xB9mu9UPzJQTm948GFF52//km1WqWULOvmWTarGhNs6ihWPyFHGWJirFG7dbtv7mwN54W7PRyYvWDOe+h6l+E6dgiPbl7P8bSXNcVqwUmwazLWIs2kyApHID+KB/rSk23u0Cc+Kgj/il/bRINczh8SjPAqAOSgPWZspKArIlP0TS7UXHi6epMZCjsLHgyy80GgtpC7kIqND5E+lDitnw==',
] as const;

/** An example of the documentation: https://docs.aws.amazon.com/ses/latest/dg/notification-examples.html */
const DELIVERY = {
  notificationType: 'Delivery',
  mail: {
    timestamp: '2016-01-27T14:59:38.237Z',
    messageId: '0000014644fe5ef6-9a483358-9170-4cb4-a269-f5dcdf415321-000000',
  },
  delivery: {
    timestamp: '2016-01-27T14:59:39.100Z',
    recipients: ['jane@example.com'],
    smtpResponse: '250 ok:  Message 64111812 accepted',
  },
};
const TOPIC = 'arn:aws:sns:us-east-1:123456789012:SES_Events';
const COMMON = {
  MessageId: '19ba9823-d7f2-53c1-860e-cb10e0d13dfc',
  TopicArn: TOPIC,
  Timestamp: '2018-03-26T17:58:59.675Z',
  SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-12345abcde.pem',
};
const NOTICE = {
  ...COMMON,
  Type: 'Notification',
  Subject: 'Amazon SES Email Event Notification',
  Message: `${JSON.stringify(DELIVERY)}\n`,
  SignatureVersion: '1',
  Signature: SIGNATURES[0],
};
const WITH_SHA256 = {
  ...COMMON,
  Type: 'Notification',
  Message: JSON.stringify(DELIVERY),
  SignatureVersion: '2',
  Signature: SIGNATURES[1],
};
const CONFIRM_URL = `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37`;
const CONFIRMATION = {
  ...COMMON,
  Type: 'SubscriptionConfirmation',
  Message: 'You have chosen to subscribe',
  Token: '2336412f37',
  SubscribeURL: CONFIRM_URL,
  SignatureVersion: '1',
  Signature: SIGNATURES[2],
};

/** Simulates Amazon's server, which has one certificate and confirms subscriptions. */
function amazon({ certificate = CERTIFICATE, status = 200 } = {}) {
  const requested: string[] = [];
  const fetch: PushedRequest['fetch'] = async (url) => {
    requested.push(url);
    return { status, headers: {}, body: url.endsWith('.pem') ? certificate : '<ConfirmSubscriptionResponse/>' };
  };
  return { fetch, requested };
}

/** Each test uses another address, because certificates are cached by address. */
let made = 0;
function freshAddress(): string {
  made += 1;
  return `https://sns.us-east-1.amazonaws.com/SimpleNotificationService-${made}.pem`;
}

/** A time at which the certificate is valid. */
const now = new Date('2030-01-01T00:00:00Z');

test('the signed messages are read, with one event for each recipient', async () => {
  const { fetch } = amazon();
  const expected = {
    id: '19ba9823-d7f2-53c1-860e-cb10e0d13dfc jane@example.com',
    kind: 'delivered',
    at: new Date('2016-01-27T14:59:39.100Z'),
    messageId: undefined,
    providerMessageId: '0000014644fe5ef6-9a483358-9170-4cb4-a269-f5dcdf415321-000000',
    recipient: 'jane@example.com',
    words: '250 ok:  Message 64111812 accepted',
    code: undefined,
    raw: {
      notificationType: 'Delivery',
      'mail.messageId': '0000014644fe5ef6-9a483358-9170-4cb4-a269-f5dcdf415321-000000',
      'mail.timestamp': '2016-01-27T14:59:38.237Z',
      'delivery.timestamp': '2016-01-27T14:59:39.100Z',
    },
  };
  expect(await readEvents('ses', pushed(NOTICE, {}, { fetch, now }))).toEqual([expected]);
  expect(await readEvents('ses', pushed(WITH_SHA256, {}, { fetch, now, key: TOPIC }))).toEqual([expected]);
});

test('a subscription is confirmed at Amazon only', async () => {
  const { fetch, requested } = amazon();
  const request = pushed({ ...CONFIRMATION }, {}, { fetch, now, key: TOPIC });
  expect(await readEvents('ses', request)).toEqual([]);
  expect(requested.at(-1)).toBe(CONFIRM_URL);
  const failing = amazon({ status: 500 });
  expect(await refusal('ses', pushed(CONFIRMATION, {}, { fetch: failing.fetch, now }))).toMatch(/did not confirm/);
});

test.each([
  'http://sns.us-east-1.amazonaws.com/a.pem',
  'https://sns.us-east-1.amazonaws.com.evil.example/a.pem',
  'https://evil.example/sns.us-east-1.amazonaws.com.pem',
  'https://sns.us-east-1.amazonaws.com@evil.example/a.pem',
  'https://user@sns.us-east-1.amazonaws.com/a.pem',
  'https://sns.us-east-1.amazonaws.com:8443/a.pem',
  'https://s3.us-east-1.amazonaws.com/bucket/a.pem',
  'https://sns.us-east-1.amazonaws.com/?a.txt',
  'https://127.0.0.1/a.pem',
  '',
])('no certificate is loaded from %j', async (SigningCertURL) => {
  const { fetch, requested } = amazon();
  expect(await refusal('ses', pushed({ ...NOTICE, SigningCertURL }, {}, { fetch, now }))).toMatch(/not at a host/);
  expect(requested).toEqual([]);
});

test.each<[string, object, RegExp]>([
  ['another text', { ...NOTICE, Message: '{}' }, /does not match/],
  ['another topic', { ...NOTICE, TopicArn: 'arn:aws:sns:us-east-1:666666666666:Mine' }, /does not match/],
  ['another type', { ...CONFIRMATION, Type: 'Notification' }, /does not match/],
  ['no signature', { ...NOTICE, Signature: undefined }, /not a signed message/],
  ['an unknown version', { ...NOTICE, SignatureVersion: '3' }, /not a signed message/],
  ['a list', [NOTICE], /not a signed message/],
])('%s is refused', async (_, body, words) => {
  expect(await refusal('ses', pushed(body, {}, { fetch: amazon().fetch, now }))).toMatch(words);
});

test('a signed message of another topic than the entered one is refused', async () => {
  const request = pushed(NOTICE, {}, { fetch: amazon().fetch, now, key: `${TOPIC}2` });
  expect(await refusal('ses', request)).toMatch(/belongs to the topic arn:aws:sns:us-east-1:123456789012:SES_Events/);
});

test.each<[string, object, Date?]>([
  ['is missing', { status: 404 }],
  ['is none', { certificate: 'hello' }],
  ['has expired', {}, new Date('2127-01-01T00:00:00Z')],
  ['is not yet valid', {}, new Date('2026-01-01T00:00:00Z')],
])('a message whose certificate %s is refused', async (_, server, at) => {
  const notice = { ...NOTICE, SigningCertURL: freshAddress() };
  expect(await refusal('ses', pushed(notice, {}, { fetch: amazon(server).fetch, now: at ?? now }))).toMatch(
    /could not be loaded/,
  );
});

test('a message that another key signed is refused', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const Signature = createSign('RSA-SHA1').update('Message\n').sign(privateKey, 'base64');
  expect(await refusal('ses', pushed({ ...NOTICE, Signature }, {}, { fetch: amazon().fetch, now }))).toMatch(
    /does not match/,
  );
});
