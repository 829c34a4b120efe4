/** Further search words for a page, by its path. */
export const PAGE_WORDS: Record<string, string> = {
  activity: 'runs events logs queue resend retry failed',
  messages: 'emails sms resend send again delivered',
  subscribers: 'people recipients users contacts',
  suppressions: 'bounce bounces bounced blocked block list blocklist spam complaints undeliverable unsubscribe',
  topics: 'groups lists audience segments subscriptions members',
  contexts: 'tenants accounts workspaces data',
  layouts: 'email design branding',
  integrations: 'providers smtp channels primary sandbox credentials',
  alerts: 'settings notify alarm monitoring rules quiet hours outage worker slack webhook',
  '/docs': 'docs documentation help manual tutorial how quick start',
  'api-reference': 'docs documentation openapi curl code client sdk',
  'request-log': 'logs requests calls http errors 4xx 5xx debug',
  'api-keys': 'settings tokens secrets scopes rotate revoke signing secret',
  '/settings/general':
    'settings organization rename sso single sign-on oidc openid login google okta require two-step provider',
  '/settings/members': 'settings people team users roles invite invitation reset password',
  '/settings/environments': 'settings production development demo colour',
  'recipient-page': 'settings unsubscribe preferences branding logo colour link page opt-out',
  '/settings/environment-variables': 'settings environment variables env secrets config values keys',
  '/settings/audit-log': 'settings logs history changes who',
  '/settings/system': 'settings health status database retention migrations maintenance doctor errors',
};

/** The subjects of a page, by its path: a search for one of these lists the page before others with the same word. */
export const PAGE_SUBJECTS: Record<string, string> = {
  'api-keys': 'new key, new api key, create key, create api key, add key',
  '/settings/general': 'retention, retention period',
  '/settings/members': 'invite, invite a member, new member, add member',
  '/settings/system': 'queue, worker',
};

/** The subjects of the section of a guide, by `path#section`. */
export const SECTION_SUBJECTS: Record<string, string> = {
  'concepts#retries': 'resend, send again, retry',
};
