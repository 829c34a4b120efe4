/** The column widths that the tables of members and invitations share. */
export const memberWidths = {
  time: '160px',
  role: '160px',
  action: 'clamp(116px, 31vw, 224px)',
} as const;
