/** The links to the recipient's page that templates may use. */

/** The values of the variables with these names. */
export interface RecipientLinks {
  /** The link to the choice that stops the messages of this workflow. */
  unsubscribeUrl: string;
  /** The link to the choices for all workflows. */
  preferencesUrl: string;
  /** The link to the reasons for this message. */
  whyUrl: string;
}

/** The names of the variables. */
export const LINK_VARIABLES = [
  'unsubscribeUrl',
  'preferencesUrl',
  'whyUrl',
] as const satisfies (keyof RecipientLinks)[];

const mentioning = new WeakMap<object, boolean>();

/**
 * Whether a text among the controls of a step, or in its layout, names one of the variables. Cached by the controls,
 * which all jobs of a version share.
 */
export function mentionsLinks(controls: object, layout?: { body: string }): boolean {
  const known = mentioning.get(controls) ?? namesLink(JSON.stringify(controls));
  mentioning.set(controls, known);
  return known || (layout !== undefined && namesLink(layout.body));
}

function namesLink(text: string): boolean {
  return LINK_VARIABLES.some((name) => text.includes(name));
}

/** The parts of the page that the links open. */
export const SECTIONS = { stop: 'stop', choices: 'choices', why: 'why' } as const;

/** Returns the links to one page. */
export function linksTo(page: string): RecipientLinks {
  return {
    unsubscribeUrl: `${page}#${SECTIONS.stop}`,
    preferencesUrl: `${page}#${SECTIONS.choices}`,
    whyUrl: `${page}#${SECTIONS.why}`,
  };
}

/** The token in links of a preview. Its page only explains that the link is an example. */
export const PREVIEW_TOKEN = 'preview';

/** Returns links for texts that are not sent. They give no access to a subscriber's choices. */
export function previewLinks(): RecipientLinks {
  return linksTo(`/r/${PREVIEW_TOKEN}`);
}
