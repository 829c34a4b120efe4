/** The cookie of a browser session in which the notice about demo data was dismissed. The server reads it with each page. */
export const DEMO_NOTICE_COOKIE = 'demo-notice';

/** Hides the notice until the browser is closed. */
export function dismissDemoNotice(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${DEMO_NOTICE_COOKIE}=off; path=/; samesite=lax`;
}

export function isDemoNoticeDismissed(): boolean {
  return document.cookie.split('; ').includes(`${DEMO_NOTICE_COOKIE}=off`);
}
