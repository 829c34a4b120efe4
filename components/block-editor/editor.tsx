'use client';

import { EditorContent, type JSONContent, type Editor as TiptapEditor, useEditor } from '@tiptap/react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { cn } from '#components/ui/cn.ts';
import { AddBlock } from './add-block.tsx';
import type { BlockEditorProps } from './block-editor-props.ts';
import { readDocument, writeDocument } from './document.ts';
import { documentExtensions, documentSchema } from './extensions.ts';
import { Hint } from './hint.ts';
import { KeepNodes } from './keep-nodes.ts';
import { NoDocument } from './no-document.tsx';
import { BlockSettings } from './settings.tsx';
import { Toolbar } from './toolbar.tsx';
import { Typeahead } from './typeahead.ts';
import { TypeaheadMenu } from './typeahead-menu.tsx';
import './canvas.css';

export function Editor(props: BlockEditorProps) {
  const isDocument = useMemo(() => contentOf(props.value) !== undefined, [props.value]);
  if (!isDocument) return <NoDocument text={props.value} onChange={props.onChange} readOnly={props.readOnly} />;
  return <DocumentEditor {...props} />;
}

function DocumentEditor(props: BlockEditorProps) {
  const { label, variables, readOnly = false, layout = false } = props;
  const onKey = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const editor = useDocumentEditor(props, onKey);
  const isEntered = useEntered(editor);
  return (
    <section aria-label={label} className="@container min-w-0 rounded-lg border border-line-strong bg-surface">
      {!readOnly && <Toolbar editor={editor} isLayout={layout} isEntered={isEntered} />}
      <div className={cn('grid', isEntered && !readOnly && '@[860px]:grid-cols-[minmax(0,1fr)_272px]')}>
        <div className="block-desk">
          <div className="block-paper">
            <EditorContent editor={editor} />
          </div>
          {!readOnly && <AddBlock editor={editor} isLayout={layout} />}
        </div>
        {!readOnly && isEntered && <BlockSettings editor={editor} variables={variables} />}
      </div>
      {!readOnly && <TypeaheadMenu editor={editor} isLayout={layout} variables={variables} onKey={onKey} />}
    </section>
  );
}

/**
 * Whether the cursor has been in the document. Until then, the editor reports a cursor at the start, where the user has
 * not put it.
 */
function useEntered(editor: TiptapEditor): boolean {
  const [isEntered, setEntered] = useState(editor.isFocused);
  useEffect(() => {
    const enter = () => setEntered(true);
    editor.on('focus', enter);
    return () => void editor.off('focus', enter);
  }, [editor]);
  return isEntered;
}

/**
 * Returns the editor of the document in `value`. The editor reports only edits, and loads a value only if it differs
 * from the last reported value.
 */
function useDocumentEditor(props: BlockEditorProps, onKey: RefObject<(event: KeyboardEvent) => boolean>): TiptapEditor {
  const { value, label, readOnly = false } = props;
  const latest = useRef(props);
  latest.current = props;
  const shown = useRef(value);
  const editor = useEditor({
    extensions: [
      ...documentExtensions,
      Typeahead.configure({ onKey: (event) => onKey.current(event) }),
      KeepNodes,
      Hint.configure({ text: 'Write, or press / for blocks and {{ for variables' }),
    ],
    content: contentOf(value) ?? null,
    editable: !readOnly,
    injectCSS: false,
    immediatelyRender: true,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'block-canvas' },
    },
    onUpdate: ({ editor }) => {
      shown.current = writeDocument(editor.state.doc);
      latest.current.onChange(shown.current);
    },
  });
  useEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    const content = contentOf(value);
    if (content) editor.commands.setContent(content, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly]);
  return editor;
}

/** Returns the stored text as editor content. Undefined if it is not a document. */
function contentOf(text: string): JSONContent | undefined {
  return readDocument(text, documentSchema())?.toJSON() as JSONContent | undefined;
}
