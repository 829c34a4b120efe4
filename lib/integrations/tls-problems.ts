import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { FieldErrors } from '#lib/api/errors.ts';
import { type SafeTlsOptions, safeTlsOptions, TlsOptions } from '#lib/providers/smtp/tls-options.ts';
import type { Credentials } from './credentials.ts';

/**
 * Returns the problems of TLS options, by field. The mask of stored options, an empty object, has no problems.
 *
 * @param of the path of the field with the options.
 */
export function tlsProblems({ tlsOptions }: Credentials = {}, of = 'credentials.tlsOptions'): FieldErrors | undefined {
  const { data, error } = TlsOptions.optional().safeParse(tlsOptions);
  const problems = error
    ? error.issues.map(({ path, message }) => [path.slice(0, 1).join('.'), message] as const)
    : Object.entries(unreadable(safeTlsOptions(data) ?? {}));
  if (problems.length === 0) return undefined;
  return Object.fromEntries(
    problems.map(([field, message]) => [[of, ...(field === '' ? [] : [field])].join('.'), { messages: [message] }]),
  );
}

/**
 * Returns the problems of options that OpenSSL cannot read. Such options make connections fail, or their certificates
 * are ignored. Encrypted keys are not decrypted, because the file itself determines how long the decryption takes.
 */
function unreadable({ ca = [], cert = [], key = [], pfx, ...options }: SafeTlsOptions): Record<string, string> {
  const checks: Record<string, [must: string, check: () => unknown]> = {
    ca: [CERTIFICATES, () => certificates(ca)],
    cert: [CERTIFICATES, () => certificates(cert)],
    key: ['must be private keys in PEM form, from -----BEGIN PRIVATE KEY----- on', () => [key].flat().map(privateKey)],
    pfx: ['must be a PKCS #12 file in base64', () => pfx && assertDer(pfx)],
    ciphers: ['must be a cipher that OpenSSL supports', () => createSecureContext({ ciphers: options.ciphers })],
    minVersion: ['must not be above maxVersion', () => assertOrdered(options)],
  };
  return Object.fromEntries(
    Object.entries(checks).flatMap(([name, [must, check]]) => (succeeds(check) ? [] : [[name, must]])),
  );
}

const CERTIFICATES = 'must be certificates in PEM form, from -----BEGIN CERTIFICATE----- on';

function privateKey(pem: string): void {
  if (!/ENCRYPTED/.test(pem)) createPrivateKey(pem);
  else if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) throw new Error('no key');
}

/** Checks that the file is one ASN.1 sequence that is not cut off (X.690, 8.1.3). Zeros may follow. */
function assertDer(file: Buffer): void {
  const lengthBytes = (file[1] ?? 0) > 0x80 ? (file[1] ?? 0) - 0x80 : 0;
  const isSequence = file[0] === 0x30 && lengthBytes <= 4 && file.length > 2 + lengthBytes;
  const length = isSequence && lengthBytes > 0 ? file.readUIntBE(2, lengthBytes) : (file[1] ?? 0);
  if (!isSequence || 2 + lengthBytes + length > file.length) throw new Error('no file');
}

function certificates(texts: string | string[]): void {
  for (const text of [texts].flat()) {
    const blocks = text.split(/(?=-----BEGIN )/).filter((block) => block.trim() !== '');
    if (blocks.length === 0) throw new Error('no certificate');
    for (const block of blocks) new X509Certificate(block);
  }
}

function assertOrdered({ minVersion = 'TLSv1', maxVersion = 'TLSv1.3' }: SafeTlsOptions): void {
  if (minVersion > maxVersion) throw new Error('no version');
}

function succeeds(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}
