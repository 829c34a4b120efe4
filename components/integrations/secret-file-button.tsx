'use client';

import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '#components/ui/button-class.ts';
import { readSecretFile } from './secret-file.ts';

interface Props {
  /** The name of the field. */
  name: string;
  onRead: (text: string) => void;
}

/** Reads a text file into the field of a secret with several lines. The file does not leave the browser before the form is sent. */
export function SecretFileButton({ name, onRead }: Props) {
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const read = await readSecretFile(file);
    setProblem('problem' in read ? read.problem : undefined);
    if ('text' in read) onRead(read.text);
  };
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
      <label
        className={`${buttonClass({ size: 'sm' })} relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent`}
      >
        <FileUp aria-hidden />
        Choose file
        <input
          type="file"
          aria-label={`Choose file: ${name}`}
          className="sr-only"
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // The same file can be chosen again after a correction.
            target.value = '';
          }}
        />
      </label>
      {problem && (
        <p role="alert" className="min-w-0 text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
