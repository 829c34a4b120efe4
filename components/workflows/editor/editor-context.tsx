'use client';

import { createContext, type ReactNode, use } from 'react';
import type { WorkflowEditorState } from './use-workflow-editor.ts';

const EditorContext = createContext<WorkflowEditorState | undefined>(undefined);

export function EditorProvider({ value, children }: { value: WorkflowEditorState; children: ReactNode }) {
  return <EditorContext value={value}>{children}</EditorContext>;
}

/** Returns the edited workflow, for components inside its page. */
export function useEditor(): WorkflowEditorState {
  const editor = use(EditorContext);
  if (!editor) throw new Error('useEditor must be used inside a workflow page');
  return editor;
}
