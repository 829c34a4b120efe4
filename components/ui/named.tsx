import { cn } from './cn.ts';
import { Truncate } from './truncate.tsx';

interface Props {
  name: string;
  /** An id or an address. It goes as a whole where there is no room to tell it by. */
  second?: string | null | undefined;
  /** The second is an id. */
  mono?: boolean;
  /** The language of the name. */
  lang?: string | undefined;
  className?: string;
}

/** A name and beside it what tells it from others, on one line. The name keeps its room. */
export function Named({ name, second, mono = false, lang, className }: Props) {
  return (
    // The second text wraps to a line that is not shown when fewer than some twelve letters of it would be left.
    <span className={cn('flex h-5 min-w-0 flex-wrap items-baseline gap-x-2 overflow-hidden', className)}>
      <span lang={lang} className="flex max-w-full min-w-0">
        <Truncate value={name} className="font-medium" />
      </span>
      {second && (
        <span className="flex min-w-24 flex-1 basis-24">
          <Truncate value={second} {...(mono && { mono, at: 'middle' })} className="text-faint" />
        </span>
      )}
    </span>
  );
}
