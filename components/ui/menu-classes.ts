/** The common style of select, menu, popover list and palette. */
export const menuPanelClass =
  'z-50 max-h-(--radix-popper-available-height) overflow-y-auto rounded-lg bg-raised p-1 text-sm shadow-float animate-pop-in outline-none';

export const menuItemClass =
  'relative flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 outline-none pointer-coarse:min-h-11 ' +
  'data-highlighted:bg-accent-soft data-[selected=true]:bg-accent-soft data-disabled:text-faint [&_svg]:size-4 [&_svg]:shrink-0';

export const menuLabelClass = 'px-2 pt-2 pb-1 text-xs font-medium text-faint';
