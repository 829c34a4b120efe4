import { isLink, isWebAddress } from '#lib/rendering/addresses.ts';
import { type TemplatePart, templateParts } from '#lib/rendering/template-parts.ts';

/**
 * Why a template does not produce a web address (`endpoint`), or an address or path (`url`); undefined when it may.
 * Variables are assumed to fit, and one at the beginning may hold the whole address. A template that does not parse
 * gets a different issue.
 */
export function addressProblem(text: string, kind: 'url' | 'endpoint'): string | undefined {
  let parts: TemplatePart[];
  try {
    parts = templateParts(text.trim());
  } catch {
    return undefined;
  }
  if (parts[0]?.kind !== 'literal') return undefined;
  const filled = parts.map(({ kind: part, text: written }) => (part === 'literal' ? written : FILLED[part])).join('');
  if (kind === 'url' ? isLink(filled) : isWebAddress(filled)) return undefined;
  return kind === 'url'
    ? 'This is no valid URL. Begin with https://, / or {{ variable }}.'
    : 'This is no valid URL. Begin with https:// and a host name, or {{ variable }}.';
}

/** A digit is allowed in a host name, in a port and in a path. */
const FILLED = { output: '1', tag: '' } as const;
