/** The column widths that the tables of members and invitations share. */
export const memberWidths = {
  time: '160px',
  twoStep: '144px',
  role: '160px',
  action: '104px',
} as const;
