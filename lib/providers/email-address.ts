/** Forms of a bare email address. */

/** Returns the address with its domain in ASCII (IDNA). */
export function asciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  if (at === 0 || /^[\x00-\x7f]*$/.test(domain) || /[/?#@:\\]/.test(domain)) return email;
  return email.slice(0, at) + (URL.parse(`https://${domain}`)?.hostname ?? domain);
}

/** Returns the normalised form of an address, for comparisons. */
export function comparable(email: string): string {
  return asciiDomain(email).toLowerCase();
}

/** Whether an address is among others, regardless of its form. */
export function isAmong(address: string, others: readonly string[]): boolean {
  return others.some((other) => comparable(other) === comparable(address));
}
