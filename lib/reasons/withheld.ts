/** Replaces evidence that is withheld from the reader: content, or the response of a provider to that content. */
export const WITHHELD = 'withheld';
