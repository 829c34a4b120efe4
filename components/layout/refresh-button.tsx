import { RotateCw } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { useOnline } from './use-online.ts';

interface Props {
  refreshing: boolean;
  onRefresh: () => void;
  className?: string;
}

/** Reloads a list. */
export function RefreshButton({ refreshing, onRefresh, className }: Props) {
  const isOnline = useOnline();
  return (
    <Button
      size="icon"
      variant="ghost"
      onClick={onRefresh}
      aria-label="Refresh"
      data-tip="Refresh"
      disabledReason={isOnline ? undefined : 'You are offline'}
      className={cn('control-sm', className)}
    >
      <RotateCw aria-hidden className={refreshing ? 'animate-spin' : undefined} />
    </Button>
  );
}
