import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { certificate } from '#testing/certificate.ts';
import { tlsProblems } from './tls-problems.ts';

const { cert, key } = certificate;
const encrypted = createPrivateKey(key).export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'open',
});

test('safe TLS options are accepted, and so is the mask', () => {
  const all = {
    ca: [cert, `${cert}\n${cert}`],
    cert,
    key: [key, String(encrypted)],
    pfx: Buffer.from([0x30, 0x82, 0, 3, 2, 1, 3]).toString('base64'),
    passphrase: 'open',
    servername: 'mail.example.com',
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    ciphers: 'ECDHE-RSA-AES128-GCM-SHA256:!aNULL:@SECLEVEL=2',
  };
  expect(tlsProblems({ tlsOptions: all })).toBeUndefined();
  expect(tlsProblems({ tlsOptions: {} })).toBeUndefined();
  expect(tlsProblems({})).toBeUndefined();
});

test.each([
  [{ socket: null, host: '127.0.0.1', port: 1 }, '', /takes ca, cert, .* and nothing else: socket, host, port are/],
  [{ path: '/run/docker.sock' }, '', /path is refused/],
  [{ clientCertEngine: 'x' }, '', /clientCertEngine is refused/],
  [JSON.parse('{"__proto__": {"host": "x"}}'), '', /__proto__ is refused/],
  [[], '', /must be an object/],
  ['{}', '', /must be an object/],
  [null, '', /must be an object/],
  [{ ca: 5 }, 'ca', /must be text in PEM form/],
  [{ ca: ['a', {}] }, 'ca', /must be text in PEM form/],
  [{ key: [{ pem: 'a' }] }, 'key', /must be text in PEM form/],
  [{ cert: Array(101).fill('a') }, 'cert', /at most 100/],
  [{ key: 'x'.repeat(65_537) }, 'key', /at most 65536/],
  [{ pfx: 'ä' }, 'pfx', /must be base64/],
  [{ pfx: 'AAAA'.repeat(20_000) }, 'pfx', /at most 65536/],
  [{ passphrase: 7 }, 'passphrase', /must be text/],
  [{ passphrase: 'x'.repeat(1025) }, 'passphrase', /at most 1024/],
  [{ servername: '127.0.0.1' }, 'servername', /must be a host name/],
  [{ servername: 'a b' }, 'servername', /must be a host name/],
  [{ rejectUnauthorized: 'false' }, 'rejectUnauthorized', /true or false/],
  [{ minVersion: 'SSLv3' }, 'minVersion', /TLSv1\.2/],
  [{ maxVersion: 1.3 }, 'maxVersion', /TLSv1\.2/],
  [{ ciphers: 'a\nb' }, 'ciphers', /list of ciphers/],
  [{ ciphers: ['a'] }, 'ciphers', /must be text/],
  [{ ca: 'notpem' }, 'ca', /certificates in PEM form/],
  [{ ca: '' }, 'ca', /certificates in PEM form/],
  [{ ca: [cert, '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'] }, 'ca', /certificates in PEM form/],
  [{ cert: key }, 'cert', /certificates in PEM form/],
  [{ key: 'notpem' }, 'key', /private keys in PEM form/],
  [{ key: cert }, 'key', /private keys in PEM form/],
  [{ key: 'ENCRYPTED' }, 'key', /private keys in PEM form/],
  [{ pfx: 'AAAA' }, 'pfx', /PKCS #12/],
  [{ pfx: 'MIIJ' }, 'pfx', /PKCS #12/],
  [{ pfx: '' }, 'pfx', /PKCS #12/],
  [{ ciphers: 'NO-SUCH-CIPHER' }, 'ciphers', /cipher that OpenSSL supports/],
  [{ minVersion: 'TLSv1.3', maxVersion: 'TLSv1.2' }, 'minVersion', /above maxVersion/],
])('TLS options %j are rejected', (options, field, message) => {
  const problems = tlsProblems({ tlsOptions: options });
  const path = ['credentials.tlsOptions', ...(field === '' ? [] : [field])].join('.');
  expect(problems).toEqual({ [path]: { messages: [expect.stringMatching(message)] } });
});
