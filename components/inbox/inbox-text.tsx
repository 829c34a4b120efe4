import { segmentsOf } from '#lib/inbox-element/markup.ts';

/** A text of an in-app message, with `**bold**` and `*italic*` as in the inbox. */
export function InboxText({ text }: { text: string }) {
  return segmentsOf(text).map(({ text, isBold, isItalic }, index) => {
    const shown = isItalic ? <em key={String(index)}>{text}</em> : text;
    return isBold ? <strong key={String(index)}>{shown}</strong> : shown;
  });
}
