/** Whether an origin or address leads to the machine that opens it, so that recipients elsewhere cannot reach it. */
export function isLocalAddress(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
