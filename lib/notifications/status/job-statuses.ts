/** Job statuses as Belfry uses them. On the wire the field is a free string (spec 2.11). */
export const JOB_STATUSES = [
  'pending',
  'queued',
  'running',
  'completed',
  'failed',
  'delayed',
  'canceled',
  'merged',
  'skipped',
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];
