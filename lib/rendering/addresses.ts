/** Checks of web addresses after their variables are filled in. */

/** Whether the text is an http(s) address, or a path on the site that shows the link. */
export function isLink(url: string): boolean {
  return isWebAddress(url) || /^\/(?!\/)[^\s\\]*$/.test(url);
}

/** Whether the text is an absolute http(s) address. */
export function isWebAddress(url: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(url)) return false;
  return URL.canParse(url);
}
