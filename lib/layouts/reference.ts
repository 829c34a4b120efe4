import { isId } from '#lib/api/wire.ts';
import { idFromSlug } from '#lib/text/slug.ts';

/** The name of a layout as callers and email steps write it: `_id`, slug, or identifier. */
export interface LayoutReference {
  /** Set if the text is formatted like an ID or a slug. */
  id: string | undefined;
  identifier: string;
}

export function layoutReference(text: string): LayoutReference {
  return { id: isId(text) ? text.toLowerCase() : idFromSlug('ly', text), identifier: text };
}

/**
 * Whether `text` names the layout. Identifiers are never formatted like an ID or a slug, so at most one layout matches.
 */
export function namesLayout(text: string, layout: { id: string; identifier: string }): boolean {
  const { id, identifier } = layoutReference(text);
  return layout.id === id || layout.identifier === identifier;
}
