import { Button } from './button.tsx';

interface Props {
  message: string;
  onRetry: () => void;
}

/** A failed part of a page that is too small for `ErrorState`. */
export function InlineError({ message, onRetry }: Props) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2">
      <p className="text-pretty text-bad">{message}</p>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
