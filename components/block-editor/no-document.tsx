import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code.tsx';

interface Props {
  text: string;
  onChange: (value: string) => void;
  readOnly: boolean | undefined;
}

/** Shown when the stored text is not a document. The text can be kept as a block of HTML. */
export function NoDocument({ text, onChange, readOnly }: Props) {
  const wrap = () =>
    onChange(JSON.stringify({ type: 'doc', content: [{ type: 'htmlCodeBlock', attrs: { content: text } }] }));
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line-strong bg-surface p-4">
      <p role="alert" className="text-bad">
        This text is not a document of the block editor.
      </p>
      <CodeBlock className="max-h-72">{text}</CodeBlock>
      {!readOnly && (
        <div>
          <Button onClick={wrap}>Keep as HTML block</Button>
        </div>
      )}
    </div>
  );
}
