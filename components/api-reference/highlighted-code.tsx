import { CodeBlock } from '#components/ui/code.tsx';

/** Strings, keywords and curl options. Unterminated strings count as strings, so that the search is linear. */
const PARTS =
  /('(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?|`[^`]*`?)|\b(await|const|def|defer|export|from|func|function|if|import|nil|None|null|package|panic|print|return|true|false|True|False|curl)\b|(?<=\s)(-[XHd])(?=\s)/g;

/** Code with colours for strings and keywords. */
export function HighlightedCode({ label, code }: { label: string; code: string }) {
  return (
    <CodeBlock
      aria-label={label}
      className="focus-inset max-h-[60vh] rounded-none border-0 bg-transparent whitespace-pre"
    >
      {piecesOf(code).map(({ text, kind }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no identity but their place
        <span key={at} className={kind}>
          {text}
        </span>
      ))}
    </CodeBlock>
  );
}

interface Piece {
  text: string;
  kind?: string;
}

function piecesOf(code: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of code.matchAll(PARTS)) {
    if (match.index > end) pieces.push({ text: code.slice(end, match.index) });
    pieces.push({ text: match[0], kind: match[1] === undefined ? 'text-accent-text' : 'text-ok' });
    end = match.index + match[0].length;
  }
  return [...pieces, { text: code.slice(end) }];
}
