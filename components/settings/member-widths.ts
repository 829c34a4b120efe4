/** The widths of columns that the tables of members and of invitations have in common. */
export const memberWidths = {
  time: '160px',
  role: '160px',
  action: 'clamp(116px, 31vw, 224px)',
} as const;
