import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { fieldSentence } from './field-sentence.ts';
import { Label } from './label.tsx';
import { RequiredMark } from './required-mark.tsx';

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface Props {
  label: string;
  /** Whether the label has the mark of a required field. */
  required?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A label, a control, its help and its error, connected for assistive technology. */
export function Field({ label, required = false, help, error, children }: Props) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </Label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {help && (
        <p id={`${id}-help`} className="text-xs text-faint">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1 text-xs text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {fieldSentence(error)}
        </p>
      )}
    </div>
  );
}
