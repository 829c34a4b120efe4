import { useId } from 'react';
import { Input } from '#components/ui/input.tsx';
import { Label } from '#components/ui/label.tsx';
import { cssColour } from './css.ts';

interface Props {
  label: string;
  value: string | null;
  /** Receives null if no separate colour is set. */
  onChange: (value: string | null) => void;
  placeholder?: string;
}

/** A colour input with a picker and a text field. */
export function ColourInput({ label, value, onChange, placeholder = 'Same as the email' }: Props) {
  const id = useId();
  const wrong = value !== null && value !== '' && !cssColour(value);
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <div className="flex gap-1.5">
        <input
          type="color"
          aria-label={`${label}: colour picker`}
          value={sixDigits(value)}
          onChange={(event) => onChange(event.target.value)}
          className="control w-9 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
        />
        <Input
          id={id}
          value={value ?? ''}
          placeholder={placeholder}
          aria-invalid={wrong || undefined}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          className="font-mono"
        />
      </div>
      {wrong && <p className="text-xs text-bad">Not a valid colour. Enter a hex code such as #1d4ed8.</p>}
    </div>
  );
}

/** Converts a colour to six digits, the only notation that the browser's colour input accepts. */
function sixDigits(value: string | null): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value ?? '');
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
  return /^#[0-9a-f]{6}$/i.test(value ?? '') ? (value as string).toLowerCase() : '#000000';
}
