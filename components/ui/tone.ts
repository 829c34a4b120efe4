/** The meanings of the colours. Elements without one of these meanings have no colour. */
export type Tone = 'ok' | 'bad' | 'warn' | 'info' | 'merged' | 'idle' | 'plain' | 'accent';

export const toneText = {
  ok: 'text-ok',
  bad: 'text-bad',
  warn: 'text-warn',
  info: 'text-info',
  merged: 'text-merged',
  idle: 'text-idle',
  plain: 'text-muted',
  accent: 'text-accent-text',
} as const satisfies Record<Tone, string>;

export const toneSoft = {
  ok: 'bg-ok-soft text-ok',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
  merged: 'bg-merged-soft text-merged',
  idle: 'bg-idle-soft text-idle',
  plain: 'bg-idle-soft text-muted',
  accent: 'bg-accent-soft text-accent-text',
} as const satisfies Record<Tone, string>;
