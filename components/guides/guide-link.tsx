import { BookOpen } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import { guideAddress } from '#lib/guides/address.ts';

interface Props {
  /** The path of the guide, such as `steps/email`. */
  path: string;
  section?: string;
  /** The text of the link. */
  children: string;
  /** Whether only the icon is visible. */
  iconOnly?: boolean;
}

/** A link to a guide. It opens in a new tab, so that unsaved changes stay open. */
export function GuideLink({ path, section, children, iconOnly = false }: Props) {
  return (
    <a
      href={guideAddress(path, section)}
      target="_blank"
      rel="noreferrer"
      data-tip={iconOnly ? children : undefined}
      className={cn(
        'rounded-sm',
        iconOnly
          ? 'grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-fg pointer-coarse:size-11'
          : 'text-accent-text underline underline-offset-2',
      )}
    >
      <BookOpen aria-hidden className={iconOnly ? 'size-4' : 'mr-1 mb-0.5 inline size-3.5'} />
      <span className={cn(iconOnly && 'sr-only')}>{children}</span>
    </a>
  );
}
