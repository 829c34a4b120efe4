import { X509Certificate } from 'node:crypto';
import { safeTlsOptions } from '#lib/providers/smtp/tls-options.ts';

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';

/** The maximum number of certificates that are read. A client certificate and its chain have fewer. */
const MAX_READ = 20;

/**
 * Returns the earliest end of the client certificates in `tlsOptions`. Undefined without a readable certificate.
 * PKCS #12 files are not read: their author chooses how long the key derivation takes, which would block this process.
 */
export function certificateEnd(tlsOptions: unknown): Date | undefined {
  const text = [safeTlsOptions(tlsOptions)?.cert ?? []].flat().join('\n');
  const ends = text
    .split(BEGIN, MAX_READ + 1)
    .slice(1)
    .flatMap((part) => endOf(`${BEGIN}${part.split(END, 1)[0]}${END}`) ?? []);
  return ends.length > 0 ? new Date(Math.min(...ends)) : undefined;
}

function endOf(pem: string): number | undefined {
  try {
    const end = new X509Certificate(pem).validToDate.getTime();
    return Number.isNaN(end) ? undefined : end;
  } catch {
    return undefined;
  }
}
