'use client';

import dynamic from 'next/dynamic';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { BlockEditorProps } from './block-editor-props.ts';

const Editor = dynamic(() => import('./editor.tsx').then((module) => module.Editor), {
  ssr: false,
  loading: () => <Loading />,
});

/** Edits an email as blocks. The editor’s code is loaded when an editor is first shown. */
export function BlockEditor(props: BlockEditorProps) {
  return <Editor {...props} />;
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-6">
      <span className="sr-only">Loading the editor</span>
      {['40%', '90%', '75%', '82%'].map((width) => (
        <Skeleton key={width} style={{ width }} />
      ))}
    </div>
  );
}
