'use client';

import dynamic from 'next/dynamic';
import type { CSSProperties } from 'react';
import { cn } from '#components/ui/cn.ts';
import type { CodeFieldProps } from './code-field-props.ts';

const CodeEditor = dynamic(() => import('./code-editor.tsx').then((module) => module.CodeEditor), {
  ssr: false,
  loading: () => <span className="block h-[30px] w-full" />,
});

/**
 * A text field for templates and JSON with colours, completion and underlined issues. Its editor is loaded when it is
 * first shown.
 */
export function CodeField(props: CodeFieldProps) {
  const { singleLine, invalid, readOnly, minHeight, maxHeight, className } = props;
  const style = {
    '--code-min-height': `${minHeight ?? (singleLine ? 0 : 80)}px`,
    maxHeight: maxHeight ?? (singleLine ? 120 : 420),
  } as CSSProperties;
  return (
    <div
      data-code
      style={style}
      className={cn(
        'flex min-h-8 min-w-0 max-md:[--code-size:14px] overflow-auto rounded-md border border-line-strong bg-surface transition-colors pointer-coarse:min-h-11',
        'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
        invalid && 'border-bad',
        readOnly && 'bg-sunken',
        className,
      )}
    >
      <CodeEditor key={`${props.language} ${singleLine}`} {...props} />
    </div>
  );
}
