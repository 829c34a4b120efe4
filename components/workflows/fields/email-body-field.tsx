'use client';

import { BlockEditor } from '#components/block-editor/block-editor.tsx';
import { confirm } from '#components/form/confirm.tsx';
import { blocksToHtml, htmlToBlocks, isBlockDocument } from './body-conversion.ts';
import { ControlCode } from './control-code.tsx';
import { ControlShell } from './control-shell.tsx';
import type { FieldProps } from './field-props.ts';
import { useChoices, useControl, usePart, useStepForm } from './form-context.ts';
import { Segmented } from './segmented.tsx';
import { withValue } from './values.ts';

/** The body of an email as blocks or as HTML, with the switch between the two. */
export function EmailBodyField({ path, label, help }: FieldProps) {
  const { text, setText, issues, required, variables, readOnly } = useControl(path);
  const editorPath = usePart(path);
  const { values, setAll } = useStepForm();
  const editor = useEditor(editorPath, text);
  const change = (next: string) => {
    if (!editorPath || next === editor) return;
    const converted = next === 'html' ? blocksToHtml(text) : htmlToBlocks(text);
    const run = async () => setAll(withValue(withValue(values, path, converted || undefined), editorPath, next));
    if (text.trim() === '') void run();
    else void confirm({ ...QUESTIONS[next === 'html' ? 'html' : 'block'], run });
  };
  const modes = useChoices(editorPath ?? '');
  const aside = editorPath && (
    <div data-control={editorPath}>
      <Segmented value={editor} onChange={change} options={modes} label="Editor" disabledReason={readOnly} />
    </div>
  );
  return (
    <ControlShell path={path} label={label} help={help} required={required} issues={issues} aside={aside} group>
      {(shell) =>
        editor === 'block' ? (
          <BlockEditor
            value={text}
            onChange={setText}
            variables={variables}
            label={label}
            readOnly={readOnly !== undefined}
          />
        ) : (
          <ControlCode path={path} label={label} shell={shell} language="liquid-html" minHeight={220} maxHeight={560} />
        )
      }
    </ControlShell>
  );
}

/** Returns the chosen editor. Without a choice, the body determines it. */
function useEditor(path: string | undefined, body: string): 'block' | 'html' {
  const { value } = useControl(path ?? '');
  if (value === 'html' || value === 'block') return value;
  return body === '' || isBlockDocument(body) ? 'block' : 'html';
}

const QUESTIONS = {
  html: {
    title: 'Write this body as HTML?',
    body: 'Texts, headings, lists, links, images, variables, repeats and conditions are carried over. Columns are put below each other, and the looks of buttons and sections become plain styles. Switching back later keeps the HTML as one block.',
    action: 'Switch to HTML',
  },
  block: {
    title: 'Write this body as blocks?',
    body: 'The HTML is kept unchanged, as a single HTML block. It cannot be split into text, image and button blocks.',
    action: 'Switch to blocks',
  },
};
