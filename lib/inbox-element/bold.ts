export interface Segment {
  text: string;
  isBold: boolean;
}

/** Divides a text at `**bold**`, the only markup in the texts of a message. Asterisks without a partner remain. */
export function boldSegments(text: string): Segment[] {
  const parts = text.split('**');
  const unpaired = parts.length % 2 === 0 ? parts.pop() : undefined;
  if (unpaired !== undefined) parts[parts.length - 1] += `**${unpaired}`;
  return parts.map((part, index) => ({ text: part, isBold: index % 2 === 1 })).filter((segment) => segment.text !== '');
}
