import type { ReactNode } from 'react';
import { buttonClass } from './button-class.ts';

interface Props {
  size?: 'sm';
  /** The accessible name. @default the text of the button */
  label?: string;
  /** The types of files that the browser offers. */
  accept?: string;
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A button that chooses a file. The same file can be chosen again after a correction. */
export function FileButton({ size, label, accept, onChoose, children }: Props) {
  return (
    <label
      className={`${buttonClass({ size })} relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent`}
    >
      {children}
      <input
        type="file"
        aria-label={label}
        accept={accept}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onChoose(file);
          target.value = '';
        }}
      />
    </label>
  );
}
