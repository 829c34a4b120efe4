/** A text with the names of a vendor's console: `*Settings*` is emphasised, a part in backticks is code. */
export function VendorWords({ text }: { text: string }) {
  return text.split(/(\*[^*]+\*|`[^`]+`)/).map((part, index) => {
    const inner = part.slice(1, -1);
    const key = `${index}${part}`;
    if (part.startsWith('*')) return <em key={key}>{inner}</em>;
    if (part.startsWith('`')) return <code key={key}>{inner}</code>;
    return part;
  });
}
