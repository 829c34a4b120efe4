import { cn } from '#components/ui/cn.ts';

/** The HTTP method of an operation. */
export function MethodMark({ method, className }: { method: string; className?: string }) {
  return (
    <span className={cn('font-mono text-xs font-medium text-muted', method === 'DELETE' && 'text-bad', className)}>
      {method === 'DELETE' ? 'DEL' : method}
    </span>
  );
}
