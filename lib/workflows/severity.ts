/** Severity of workflows and runs (spec 2.7, 2.8, 2.11). */
import { z } from 'zod';

/** From the most to the least severe. */
export const SEVERITIES = ['high', 'medium', 'low', 'none'] as const;
export const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;
