/** Masks addresses for reasons and logs, so that they can be recognised but not used. */

/** Masks an email address: "j•••@example.com". */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '•••' : `${first(address)}•••${address.slice(at)}`;
}

/** Masks a phone number: "+15•••0123". */
export function maskPhone(phone: string): string {
  return phone.length < 8 ? '•••' : `${phone.slice(0, 3)}•••${phone.slice(-4)}`;
}

/** Masks a device token: "•••4f2a9c". */
export function maskToken(token: string): string {
  return token.length < 12 ? '•••' : `•••${token.slice(-6)}`;
}

/** Returns only the host, because the path of a webhook is secret. */
export function maskWebhook(url: string): string {
  return URL.canParse(url) ? `${new URL(url).host}/•••` : '•••';
}

/** Whether one of these functions masked the address. */
export function isMasked(text: string): boolean {
  return text.includes('•••');
}

function first(text: string): string {
  return [...text][0] ?? '';
}
