'use client';

import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { FileButton } from '#components/ui/file-button.tsx';
import { readSecretFile } from './secret-file.ts';

interface Props {
  /** The name of the field. */
  name: string;
  onRead: (text: string) => void;
}

/** Reads a text file into the field of a secret with several lines. The text leaves the browser only with the form. */
export function SecretFileButton({ name, onRead }: Props) {
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File) => {
    const read = await readSecretFile(file);
    setProblem('problem' in read ? read.problem : undefined);
    if ('text' in read) onRead(read.text);
  };
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
      <FileButton size="sm" label={`Choose file: ${name}`} onChoose={(file) => void choose(file)}>
        <FileUp aria-hidden />
        Choose file
      </FileButton>
      {problem && (
        <p role="alert" className="min-w-0 text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
