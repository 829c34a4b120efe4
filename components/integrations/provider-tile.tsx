import { cn } from '#components/ui/cn.ts';

/** A letter in place of the vendor's logo. */
export function ProviderTile({ name, faded }: { name: string; faded?: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-md border border-line bg-sunken text-base font-semibold text-muted',
        faded && 'text-faint',
      )}
    >
      {name.charAt(0).toUpperCase()}
    </span>
  );
}
