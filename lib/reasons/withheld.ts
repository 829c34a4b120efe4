/** Stands in evidence for what is withheld from the reader: content, or a provider's answer about it. */
export const WITHHELD = 'withheld';
