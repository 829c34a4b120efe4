import { expect, test } from 'vitest';
import { awsOrigin, awsSignature } from './aws.ts';

const credentials = {
  apiKey: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const now = new Date('2015-08-30T12:36:00Z');

// The signature test suite that AWS publishes: https://docs.aws.amazon.com/general/latest/gr/signature-v4-test-suite.html
test.each([
  [
    'post-vanilla',
    { contentType: undefined, body: '' },
    'host;x-amz-date',
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
  [
    'post-x-www-form-urlencoded',
    { contentType: 'application/x-www-form-urlencoded', body: 'Param1=value1' },
    'content-type;host;x-amz-date',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
])('%s of the published test suite', async (_, content, headers, signature) => {
  const request = { method: 'POST', url: 'https://example.amazonaws.com/', now, ...content };
  expect(await awsSignature('service')(request, credentials)).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${headers}, Signature=${signature}`,
  });
});

test('the token of temporary credentials is sent and signed', async () => {
  const request = { method: 'POST', url: 'https://example.amazonaws.com/', now, contentType: undefined, body: '' };
  const signed = await awsSignature('service')(request, { ...credentials, token: 'session-token-5d2' });
  expect(signed).toMatchObject({ 'x-amz-security-token': 'session-token-5d2' });
  expect(signed.authorization).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token,');
});

test('every region has a host', () => {
  expect(awsOrigin('email', { region: 'eu-central-1' })).toBe('https://email.eu-central-1.amazonaws.com');
  expect(awsOrigin('sns', { region: 'cn-north-1' })).toBe('https://sns.cn-north-1.amazonaws.com.cn');
  expect(new URL(awsOrigin('sns', { region: 'evil.example/' })).hostname).toMatch(/\.amazonaws\.com$/);
});
