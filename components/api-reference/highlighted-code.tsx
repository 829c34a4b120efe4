import { CodePieces } from '#components/code/code-pieces.tsx';
import { CodeBlock } from '#components/ui/code.tsx';

/** Code with colours for strings and keywords. */
export function HighlightedCode({ label, code }: { label: string; code: string }) {
  return (
    <CodeBlock
      aria-label={label}
      className="focus-inset max-h-[60vh] rounded-none border-0 bg-transparent whitespace-pre"
    >
      <CodePieces code={code} />
    </CodeBlock>
  );
}
