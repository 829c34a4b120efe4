import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Input } from './input.tsx';

/** An input for a password, with a button that shows its characters. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false);
  const name = isShown ? 'Hide characters' : 'Show characters';
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="relative flex">
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        className="pr-10"
      />
      <button
        type="button"
        aria-label={name}
        data-tip={name}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-faint hover:text-fg"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </span>
  );
}
