/** Configuration mistakes of an SMTP server, each as one sentence that names the field to change. */
import { createPrivateKey } from 'node:crypto';
import { connect as tlsConnect } from 'node:tls';
import { ProviderError, type SendTools } from '#lib/providers/send.ts';
import { isSecure, placeOf, type SmtpFailure, type SmtpServer } from './smtp-server.ts';

/** Texts for Node's error codes of certificates that cannot be verified. */
const CERTIFICATE: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'comes from an authority that is not known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes from an authority that is not known',
  UNABLE_TO_GET_ISSUER_CERT: 'comes from an authority that is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes from an authority that is not known',
  CERT_UNTRUSTED: 'comes from an authority that is not trusted',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
  HOSTNAME_MISMATCH: 'is for another host name',
};

/** Returns the sentence for a failure that would recur at every attempt. Undefined for other failures. */
export function setUpProblem(
  failure: SmtpFailure,
  { server, isTlsExpected }: { server: SmtpServer; isTlsExpected?: boolean },
): string | undefined {
  const { originalCode = '', response = '', responseCode = 0, command } = failure;
  const { library, reason } = openSslOf(failure);
  const place = placeOf(server);
  const certificate = certificateProblem(originalCode, place);
  if (certificate) return certificate;
  if (isTlsExpected) return `${place} expects TLS from the first byte: set Encryption to “TLS from the start”`;
  if (library === 'SSL routines') return tlsProblem(reason, server);
  if (/^(PEM|X509|asn1|PKCS12|DECODER)/i.test(library))
    return `A certificate or key in TLS options cannot be read (${reason}): correct TLS options`;
  if (command === 'STARTTLS' && responseCode >= 500)
    return `${place} offers no STARTTLS (“${response}”): set Encryption to “Automatic”, or to “TLS from the start” if it expects TLS from the first byte`;
  if (server.ignoreTls && responseCode >= 500 && /STARTTLS/i.test(response))
    return `${place} accepts no mail without TLS (“${response}”): set Encryption to “Automatic”`;
  return undefined;
}

/** Returns the sentence for a certificate that cannot be verified. Undefined for other error codes. */
export function certificateProblem(code: string, place: string): string | undefined {
  const problem = Object.hasOwn(CERTIFICATE, code) ? CERTIFICATE[code] : undefined;
  return problem && `The certificate of ${place} ${problem}. ${certificateFix(code)}`;
}

/** Returns the part of OpenSSL that failed, and the reason. Some errors contain them only in their message. */
function openSslOf({ library, reason, message }: SmtpFailure): { library: string; reason: string } {
  const [, inText = '', why = ''] = /error:[\dA-F]{1,16}:([^:]{1,40}):[^:]{0,80}:([^:\n]{1,100})/.exec(message) ?? [];
  return { library: library ?? inText, reason: reason ?? why };
}

function certificateFix(code: string): string {
  if (/EXPIRED|NOT_YET|REVOKED/.test(code)) return 'Renew it on the server.';
  if (/NAME|MISMATCH/.test(code)) return 'Correct Host, or add {"servername": "…"} to TLS options.';
  return 'Add the certificate of its authority to TLS options: {"ca": "-----BEGIN CERTIFICATE-----…"}.';
}

/** Returns the sentence for a TLS failure. Some of OpenSSL's reasons mean that the server does not use TLS at all. */
function tlsProblem(reason: string, server: SmtpServer): string {
  const place = placeOf(server);
  if (/wrong version number|packet length too long|http request|record layer/i.test(reason)) {
    return isSecure(server)
      ? `${place} does not begin with TLS: set Encryption to “Automatic”; STARTTLS is used where the server offers it`
      : `${place} did not answer in TLS after STARTTLS: set Encryption to “None”, or correct Port`;
  }
  return `${place} and TLS options have no form of TLS in common (${reason}): correct minVersion, maxVersion or ciphers in TLS options`;
}

const PROBE_MS = 2_000;

/** Whether a server that sent no greeting responds to TLS. */
export async function expectsTls(server: SmtpServer, { connect }: SendTools): Promise<boolean> {
  const socket = await connect(server.host, server.port).catch(() => undefined);
  if (!socket) return false;
  return new Promise((resolve) => {
    const done = (answer: boolean) => {
      clearTimeout(timer);
      tls.destroy();
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(done, PROBE_MS, false);
    // The certificate need not be verified, because nothing is sent.
    const tls = tlsConnect({ socket, rejectUnauthorized: false }, () => done(true));
    tls.on('error', () => done(false));
  });
}

/**
 * Checks that the DKIM settings are complete, because otherwise mail would be sent unsigned.
 *
 * @throws {ProviderError} `configuration` if a setting is missing or invalid.
 */
export function assertDkim({ dkim }: SmtpServer): void {
  const problem = dkim && dkimProblem(dkim);
  if (problem) throw new ProviderError('configuration', { words: problem, exchange: { request: '' }, isOwn: true });
}

/** Returns the problem of the DKIM configuration. Undefined if there is none. */
function dkimProblem({ domainName, keySelector, privateKey }: NonNullable<SmtpServer['dkim']>) {
  const parts = { 'DKIM: Domain name': domainName, 'DKIM: Key selector': keySelector, 'DKIM: Private key': privateKey };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value === '' ? [name] : []));
  if (missing.length > 0)
    return `Without “${missing[0]}” no mail can be signed: enter it, or remove the other DKIM fields`;
  return isRsaKey(privateKey)
    ? undefined
    : '“DKIM: Private key” is not an RSA key in PEM form that Belfry can sign with';
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
