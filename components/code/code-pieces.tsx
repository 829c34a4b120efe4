/** Strings, keywords and curl options. Unterminated strings count as strings, so that the search is linear. */
const PARTS =
  /('(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?|`[^`]*`?)|\b(await|const|def|defer|export|from|func|function|if|import|nil|None|null|package|panic|print|return|true|false|True|False|curl)\b|(?<=\s)(-[XHd])(?=\s)/g;

/** The text of a program or command with colours for strings and keywords. */
export function CodePieces({ code }: { code: string }) {
  return piecesOf(code).map(({ text, kind }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no identity but their place
    <span key={at} className={kind}>
      {text}
    </span>
  ));
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
