import { BlockEditor } from '#components/block-editor/block-editor.tsx';
import { CodeField } from '#components/code/code-field.tsx';
import { confirm } from '#components/form/confirm.tsx';
import { cn } from '#components/ui/cn.ts';
import { blocksToHtml, htmlToBlocks } from '#components/workflows/fields/body-conversion.ts';
import { Segmented } from '#components/workflows/fields/segmented.tsx';
import type { JsonObject } from '#lib/json/values.ts';
import type { LayoutContent, LayoutEditor } from '#lib/layouts/schema.ts';
import { NotSaved } from './layout-notices.tsx';

interface Props {
  content: LayoutContent;
  variables: JsonObject | undefined;
  readOnly: boolean;
  /** Why the last save refused the body. */
  problem: string | undefined;
  onChange: (content: LayoutContent) => void;
}

const editors = [
  { value: 'block', label: 'Blocks' },
  { value: 'html', label: 'HTML' },
] as const;

/** The body in its editor, with the switch to the other editor. */
export function LayoutBody({ content, variables, readOnly, problem, onChange }: Props) {
  const { editorType, body } = content;
  const change = (next: string) => {
    if (next === editorType) return;
    const converted = next === 'html' ? blocksToHtml(body) : htmlToBlocks(body);
    const run = async () => onChange({ editorType: next as LayoutEditor, body: converted });
    void confirm({ ...(next === 'html' ? toHtml : toBlocks), run });
  };
  return (
    <section
      aria-label="Body"
      className={cn(
        'flex min-w-0 flex-col gap-3 [&>:last-child]:rounded-lg',
        problem ? '[&>:last-child]:border-bad' : '[&>:last-child:not(:hover,:focus-within)]:border-line',
      )}
    >
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-base font-semibold">Body</h2>
        <Segmented
          value={editorType}
          onChange={change}
          options={editors}
          label="Editor"
          disabledReason={readOnly ? 'Your role cannot change layouts.' : undefined}
        />
      </div>
      {problem && <NotSaved>{problem}</NotSaved>}
      {editorType === 'block' ? (
        <BlockEditor
          value={body}
          onChange={(next) => onChange({ editorType, body: next })}
          variables={variables}
          label="Body of the layout"
          readOnly={readOnly}
          layout
        />
      ) : (
        <CodeField
          value={body}
          onChange={(next) => onChange({ editorType, body: next })}
          language="liquid-html"
          variables={variables}
          label="Body of the layout"
          readOnly={readOnly}
          minHeight={420}
          maxHeight={720}
        />
      )}
    </section>
  );
}

const toHtml = {
  title: 'Write this layout as HTML?',
  body: 'Texts, images, buttons, variables and the place for the content are carried over. Columns are put below each other. Nothing is stored until you save.',
  action: 'Switch to HTML',
};

const toBlocks = {
  title: 'Write this layout as blocks?',
  body: 'The HTML is kept unchanged, as a single HTML block. Nothing is stored until you save.',
  action: 'Switch to blocks',
};
