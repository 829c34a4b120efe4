/** Checks the host and port of a server, by the same rule in forms, the API and connections. */

/** Whether the text is a name, an IPv4 address, or an IPv6 address without brackets. */
export function isHost(text: string): boolean {
  if (text.includes(':')) return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`);
  return !/[\s/?#@\\[\]%]/.test(text) && URL.canParse(`http://${text}`);
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}
