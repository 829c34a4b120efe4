import { isLink, isWebAddress } from '#lib/rendering/addresses.ts';
import { type TemplatePart, templateParts } from '#lib/rendering/template-parts.ts';

/**
 * Why a template does not become a web address (`endpoint`), or an address or a path (`url`); undefined when it may. Variables in it
 * are taken for what fits; one at its beginning may hold the whole address. A template that does not parse has another issue.
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
    ? 'This is no valid URL. Begin with https://, with / for a path of your site, or with a {{ variable }}.'
    : 'This is no valid URL. Begin with https:// and a host name, or with a {{ variable }}.';
}

/** A digit may stand in a host name, in a port and in a path. */
const FILLED = { output: '1', tag: '' } as const;
