import { z } from 'zod';
import { type StepDefinition, skip, skipUi } from './controls.ts';
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

export const digest = {
  type: 'digest',
  label: 'Digest',
  controls: DigestControls,
  uiSchema: {
    group: 'DIGEST',
    properties: {
      type: { component: 'DIGEST_TYPE' },
      amount: { component: 'DIGEST_AMOUNT' },
      unit: { component: 'DIGEST_UNIT' },
      cron: { component: 'DIGEST_CRON' },
      digestKey: { component: 'DIGEST_KEY' },
      ...skipUi,
    },
  },
  result: ({ payload }) => ({
    type: 'object',
    properties: {
      eventCount: { type: 'integer' },
      events: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, time: { type: 'string', format: 'date-time' }, payload },
        },
      },
    },
    additionalProperties: false,
  }),
} as const satisfies StepDefinition;
