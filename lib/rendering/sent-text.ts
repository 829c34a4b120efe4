const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>' };

/**
 * Returns the text of an in-app message as it was sent: `sanitiseInboxText` escapes what a page that renders HTML would
 * take for a tag or an entity. For pages that show text only.
 */
export function sentText(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (_, name) => CHARACTERS[name] ?? '');
}
