import { Wand } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';

interface Props {
  /** The name that was probably meant. */
  name: string;
  onUse: () => void;
  className?: string;
}

/** The button that replaces a misspelled name with the suggested name. */
export function UseSuggestion({ name, onUse, className = '' }: Props) {
  return (
    <Button size="sm" onClick={onUse} className={`my-0.5 max-w-full text-fg ${className}`}>
      <Wand aria-hidden />
      <span className="truncate">
        Use <code className="font-mono">{name}</code>
      </span>
    </Button>
  );
}
