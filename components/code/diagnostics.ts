/** Maps issues of a control to positions in its text. */

/** The part of an issue that the editor shows. Lines and columns start at 1. */
export interface CodeIssue {
  message: string;
  position?: { line: number; column: number; length: number } | undefined;
  /** A suggestion that the tooltip offers as a button. */
  fix?: { name: string; apply: () => void } | undefined;
}

export interface Mark {
  from: number;
  to: number;
  message: string;
  fix?: CodeIssue['fix'];
}

/**
 * Returns the parts to underline: the position of an issue, or the whole text without a position. Positions outside the
 * text end at its edge.
 */
export function marks(text: string, issues: readonly CodeIssue[]): Mark[] {
  const lines = text.split('\n');
  return issues
    .map(({ message, position, fix }) => {
      if (!position) return { from: 0, to: text.length, message, ...(fix && { fix }) };
      const from = offsetAt(lines, position);
      return { from, to: Math.min(Math.max(from + position.length, from), text.length), message, ...(fix && { fix }) };
    })
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Returns the offset of a position whose line and column start at 1. */
export function offsetAt(lines: readonly string[], { line, column }: { line: number; column: number }): number {
  const row = Math.min(Math.max(line, 1), lines.length) - 1;
  const before = lines.slice(0, row).reduce((sum, text) => sum + text.length + 1, 0);
  return before + Math.min(Math.max(column - 1, 0), lines[row]?.length ?? 0);
}
