/**
 * The beginning of the path of a page in the reader's environment. The dashboard replaces it with the environment's
 * path.
 */
const ENVIRONMENT = '/~';

/** The pages that guides name, by their label in the menu: `*API keys*` becomes a link. */
export const PAGE_ADDRESSES: Readonly<Record<string, string>> = {
  Activity: `${ENVIRONMENT}/activity`,
  Subscribers: `${ENVIRONMENT}/subscribers`,
  Explain: `${ENVIRONMENT}/explain`,
  Workflows: `${ENVIRONMENT}/workflows`,
  Integrations: `${ENVIRONMENT}/integrations`,
  Alerts: `${ENVIRONMENT}/alerts`,
  'Request log': `${ENVIRONMENT}/request-log`,
  'API keys': `${ENVIRONMENT}/api-keys`,
  Environments: '/settings/environments',
  Variables: '/settings/environment-variables',
};

/** Returns the HTML of a guide with the links to pages of one environment. */
export function inEnvironment(html: string, base: string): string {
  return html.replaceAll(`href="${ENVIRONMENT}/`, `href="${base}/`);
}
