import { z } from 'zod';
import { type StepDefinition, skip } from './controls.ts';
import { TimeUnit } from './time-unit.ts';

/** Spec 2.9, digest. `regular` collects for `amount` × `unit`, `timed` until the next time of `cron`. */
export const DigestControls = z.strictObject({
  skip,
  type: z.enum(['regular', 'timed']).optional(),
  amount: z.number().optional(),
  unit: TimeUnit.optional(),
  lookBackWindow: z.strictObject({ amount: z.number(), unit: TimeUnit }).optional(),
  cron: z.string().optional(),
  digestKey: z.string().optional(),
});
export type DigestControls = z.infer<typeof DigestControls>;

export const digest = { type: 'digest', label: 'Digest', controls: DigestControls } as const satisfies StepDefinition;
