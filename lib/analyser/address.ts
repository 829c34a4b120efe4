import { isLink, isWebAddress } from '#lib/rendering/addresses.ts';
import { type TemplatePart, templateParts } from '#lib/rendering/template-parts.ts';

/**
 * Returns the reason why a template does not produce a web address (`endpoint`), or an address or path (`url`).
 * Undefined if the template may produce one. The values of variables are assumed to be valid, and a variable at the
 * beginning may contain the whole address. A template that does not parse gets a different issue.
 */
export function addressProblem(text: string, kind: 'url' | 'endpoint'): string | undefined {
  let parts: TemplatePart[];
  try {
    parts = templateParts(text.trim());
  } catch {
    return undefined;
  }
  const unknown = unknownHost(parts);
  if (unknown) return unknown;
  if (parts[0]?.kind !== 'literal') return undefined;
  const filled = parts.map(({ kind: part, text: written }) => (part === 'literal' ? written : FILLED[part])).join('');
  if (kind === 'url' ? isLink(filled) : isWebAddress(filled)) return undefined;
  return kind === 'url'
    ? 'This is not a valid URL. Begin with https://, / or {{ variable }}.'
    : 'This is not a valid URL. Begin with https:// and a host name, or {{ variable }}.';
}

/** The placeholders for outputs and tags. A digit is valid in a host name, in a port and in a path. */
const FILLED = { output: '1', tag: '' } as const;

/**
 * Returns the reason why the server of the address is known only at rendering. Values in the path or the query do not
 * matter, because they are encoded.
 */
function unknownHost(parts: readonly TemplatePart[]): string | undefined {
  const [first, second] = parts;
  if (first?.kind === 'output' && second?.kind === 'literal' && !/^[/?#&:]/.test(second.text)) {
    return 'The target of this address is unknown. Begin with https:// and a host name, or let the variable hold the whole address.';
  }
  const isGlued = parts.some(({ kind, text }, at) => {
    const next = parts[at + 1];
    const after = parts[at + 2];
    const endsHost = after === undefined || (after.kind === 'literal' && /^[/?#]/.test(after.text));
    return (
      at === 0 && kind === 'literal' && next?.kind === 'output' && endsHost && /^https?:\/\/[^/?#@]*[\w-]$/i.test(text)
    );
  });
  return isGlued
    ? 'A value right after the host may change the host. Write / before the value, or let a variable hold the whole address.'
    : undefined;
}
