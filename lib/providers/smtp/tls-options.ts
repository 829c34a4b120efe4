/**
 * The TLS options that users can set. Node accepts many others: `host`, `path` and `socket` would bypass the guard and
 * connect to another server, and `clientCertEngine` loads native code.
 */
import { z } from 'zod';
import { isObject } from '#lib/json/values.ts';
import { isHost } from '#lib/providers/http/host-and-port.ts';

const MAX_PEM = 65_536;
const MAX_PEMS = 100;
const MAX_TEXT = 1024;

const Pem = z.string('must be text in PEM form').max(MAX_PEM, `must be at most ${MAX_PEM} characters`);
const Pems = z.union([Pem, z.array(Pem).max(MAX_PEMS, `must be at most ${MAX_PEMS}`)], {
  error: `must be text in PEM form of at most ${MAX_PEM} characters, or a list of at most ${MAX_PEMS} such texts`,
});
const Version = z.enum(['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'], {
  error: 'must be TLSv1, TLSv1.1, TLSv1.2 or TLSv1.3',
});

const fields = {
  ca: Pems,
  cert: Pems,
  key: Pems,
  /** PKCS #12 in base64: a client certificate with its private key. */
  pfx: z.base64('must be base64').max(MAX_PEM, `must be at most ${MAX_PEM} characters`),
  passphrase: z.string('must be text').max(MAX_TEXT, `must be at most ${MAX_TEXT} characters`),
  servername: z.string('must be text').max(253, 'must be at most 253 characters').refine(isName, 'must be a host name'),
  rejectUnauthorized: z.boolean('must be true or false'),
  minVersion: Version,
  maxVersion: Version,
  // OpenSSL's cipher list: names, with the operators + - ! @.
  ciphers: z
    .string('must be text')
    .max(MAX_TEXT, `must be at most ${MAX_TEXT} characters`)
    .refine((text) => /^[\w:+!@=., -]*$/.test(text), 'must be a list of ciphers of OpenSSL'),
} as const;

const NAMES = Object.keys(fields);

/** The schema of TLS options. An unknown option is an error that names it. */
export const TlsOptions = z.strictObject(
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, z.optional(field)])) as {
    [Name in keyof typeof fields]: z.ZodOptional<(typeof fields)[Name]>;
  },
  { error: ({ code, keys }) => (code === 'unrecognized_keys' ? otherThan(keys as string[]) : 'must be an object') },
);

/** The TLS options for `tls.connect`, without host, port and socket. */
export type SafeTlsOptions = Omit<z.infer<typeof TlsOptions>, 'pfx'> & { pfx?: Buffer };

/**
 * Returns the stored options that are allowed. Stored options may be older than this schema. Undefined if none is
 * allowed.
 */
export function safeTlsOptions(stored: unknown): SafeTlsOptions | undefined {
  if (!isObject(stored)) return undefined;
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const value = Object.hasOwn(stored, name) ? field.safeParse(stored[name]).data : undefined;
    if (value === undefined) return [];
    return [[name, name === 'pfx' ? Buffer.from(value as string, 'base64') : value]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/**
 * Whether a text is valid for server name indication, which accepts only host names (RFC 6066, 3). An empty text is
 * valid: no name is then sent.
 */
function isName(text: string): boolean {
  return text === '' || (isHost(text) && !/^[\d.]+$|:/.test(text));
}

function otherThan(keys: readonly string[]): string {
  return `takes ${NAMES.join(', ')} and nothing else: ${keys.join(', ')} ${keys.length > 1 ? 'are' : 'is'} refused`;
}
