/** The widths of columns that the tables of members and of invitations have in common. */
export const memberWidths = {
  time: '160px',
  role: 'clamp(112px, 28vw, 160px)',
  action: 'clamp(72px, 16vw, 112px)',
} as const;
