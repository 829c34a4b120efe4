/** Returns the address of a guide in the dashboard, optionally of one section. */
export function guideAddress(path: string, section?: string): string {
  return `/docs/${path}${section ? `#${section}` : ''}`;
}
