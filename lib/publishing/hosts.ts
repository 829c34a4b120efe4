/** Recognises hosts whose name contains the name of an environment. */

/** An environment, with the names that can occur in its host names. */
export interface NamedEnvironment {
  name: string;
  slug: string;
  type: string;
}

/** Words for one kind of environment. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['development', 'develop', 'devel', 'dev'],
  ['staging', 'stage', 'stg'],
  ['testing', 'test', 'tests', 'qa'],
  ['production', 'prod'],
  ['demo', 'demonstration'],
  ['preview', 'previews'],
  ['sandbox', 'sbx'],
];

const LOCAL =
  /^(?:localhost|.*\.(?:localhost|local|test|internal)|0\.0\.0\.0|127\..*|10\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[::1\])$/;

/**
 * Returns the reason why the address of an HTTP step seems to belong to the source. Undefined if the host is unknown
 * before rendering. The last label of a host is ignored, because `dev` and `test` are also top-level domains.
 */
export function hostProblem(url: string, source: NamedEnvironment, target: NamedEnvironment): string | undefined {
  const host = literalHost(url);
  if (host === undefined) return undefined;
  if (LOCAL.test(host)) {
    const isReal = target.type === 'production' && source.type !== 'production';
    return isReal ? `${host} is an address of one machine or network` : undefined;
  }
  const own = wordsOf(target);
  const words = new Set([...wordsOf(source)].filter((word) => !own.has(word)));
  const found = host
    .split('.')
    .slice(0, -1)
    .flatMap((label) => label.split(/[-_]/))
    .some((part) => words.has(part.replace(/(?<!\d)\d+$/, '')));
  return found ? `${host} looks like an address of ${source.name}` : undefined;
}

/** Returns the host of a URL template in lower case, unless a variable is part of it. */
function literalHost(url: string): string | undefined {
  const [, authority] = /^\s*https?:\/\/([^/?#\\]+)/i.exec(url) ?? [];
  if (authority === undefined || /[{}%]/.test(authority)) return undefined;
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return host.toLowerCase().replace(/\.$/, '') || undefined;
}

function wordsOf({ name, slug }: NamedEnvironment): Set<string> {
  const written = `${name} ${slug}`
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
  const known = SYNONYMS.filter((group) => group.some((word) => written.includes(word)));
  return new Set([...written, ...known.flat()]);
}
