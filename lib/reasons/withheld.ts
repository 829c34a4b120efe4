/** Replaces evidence that is withheld from the reader: content, or a provider's response about it. */
export const WITHHELD = 'withheld';
