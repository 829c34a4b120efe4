import { templateReferences } from '#lib/liquid/references.ts';

/**
 * Whether a template reads the profile of the subscriber or of the actor. Members who may not see sensitive content may
 * change profiles, so a message to an address from a profile could give them the content. Pure.
 */
export function readsProfile(template: string): boolean {
  if (!template.includes('{{') && !template.includes('{%')) return false;
  const { references } = templateReferences(template);
  return references.some(({ path: [root], isLocal }) => !isLocal && (root === 'subscriber' || root === 'actor'));
}
