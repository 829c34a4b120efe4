/** The column with the action of a row, which is an icon. */
export const actionColumn = {
  id: 'actions',
  header: () => <span className="sr-only">Actions</span>,
  meta: { from: 'phone', width: '60px', align: 'end' },
} as const;
