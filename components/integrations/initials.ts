/** Returns two letters of a vendor's name: the first of two words or parts ("SendGrid": "SG"), or the first two ("Po"). */
export function initials(name: string): string {
  const words = name
    .replace(/\([^()]*\)/g, '')
    .split(/[\s\-/]+/)
    .filter(Boolean);
  const [first = '', second] = words;
  if (second) return `${first.charAt(0)}${second.charAt(0)}`.toUpperCase();
  const inner = /^[A-Z][a-z]+([A-Z])/.exec(first)?.[1];
  return inner ? `${first.charAt(0)}${inner}` : first.slice(0, 2);
}
