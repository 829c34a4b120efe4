import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  /** The classes of the tile. */
  className?: string;
}

/**
 * A choice of several, as a tile. The transparent radio button covers the tile, so that a pointer and assistive
 * technology hit the control itself, and the browser scrolls to the tile.
 */
export function RadioTile({ className, children, ...props }: Props) {
  return (
    <label
      className={cn(
        'relative flex rounded-md border border-line px-2.5 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        className,
      )}
    >
      <input type="radio" {...props} className="absolute inset-0 cursor-pointer opacity-0" />
      {children}
    </label>
  );
}
