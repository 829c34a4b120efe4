import type { FieldErrors } from '#lib/api/errors.ts';
import { TlsOptions } from '#lib/providers/tls-options.ts';
import type { Credentials } from './credentials.ts';

/** The problems of given TLS options, by field `credentials.tlsOptions…`. Their mask, an empty object, has none. */
export function tlsProblems({ tlsOptions }: Credentials = {}): FieldErrors | undefined {
  const { error } = TlsOptions.optional().safeParse(tlsOptions);
  if (!error) return undefined;
  return Object.fromEntries(
    error.issues.map(({ path, message }) => [
      ['credentials.tlsOptions', ...path.slice(0, 1)].join('.'),
      { messages: [message] },
    ]),
  );
}
