import { isId } from '#lib/api/wire.ts';
import { idFromSlug } from '#lib/text/slug.ts';

/** How callers and email steps name a layout: `_id`, slug, or identifier. */
export interface LayoutReference {
  /** Set when the text has the form of an id or a slug. */
  id: string | undefined;
  identifier: string;
}

export function layoutReference(text: string): LayoutReference {
  return { id: isId(text) ? text.toLowerCase() : idFromSlug('ly', text), identifier: text };
}

/**
 * Whether `text` names the layout. Identifiers never have the form of an id or a slug, so at most one layout matches.
 */
export function namesLayout(text: string, layout: { id: string; identifier: string }): boolean {
  const { id, identifier } = layoutReference(text);
  return layout.id === id || layout.identifier === identifier;
}
