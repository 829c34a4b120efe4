import type { ReactNode } from 'react';

/** The column with the action of a row, which is an icon. Its width has room for the touch area of the icon. */
export const actionColumn = {
  id: 'actions',
  header: () => <span className="sr-only">Actions</span>,
  meta: { from: 'phone', width: '76px', align: 'end' },
} as const;

/**
 * The content of the column. It has the height of the button before the button is loaded. The button extends into the
 * padding of the cell, so that the row is as high as one without an action.
 */
export function ActionCell({ children }: { children: ReactNode }) {
  return <div className="control-sm -my-1 flex items-center justify-end">{children}</div>;
}
