'use client';

import { type ReactNode, useId } from 'react';
import { CodeField } from '#components/code/code-field.tsx';
import { Label } from '#components/ui/label.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Why the text is invalid. */
  problem: string | undefined;
  placeholder?: string;
  /** The content to the right of the label. */
  aside?: ReactNode;
  /** Whether the text is not known yet. */
  isLoading?: boolean;
}

/** A JSON object as text. */
export function JsonText({ label, value, onChange, problem, placeholder, aside, isLoading }: Props) {
  const id = useId();
  return (
    <div className="flex w-full min-w-0 flex-col gap-1.5">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <Label id={id}>{label}</Label>
        {aside}
      </div>
      {isLoading ? (
        <Skeleton className="h-32 rounded-lg" />
      ) : (
        <CodeField
          value={value}
          onChange={onChange}
          language="json"
          label={label}
          labelledBy={id}
          invalid={problem !== undefined}
          placeholder={placeholder}
          maxHeight={300}
        />
      )}
      {problem && !isLoading && (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
