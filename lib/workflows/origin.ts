/** The place where a workflow or step was created (spec 2.8, 2.9): neutral in the database, `<name>-cloud` on the wire. */
import type { z } from 'zod';
import { wireCodec, wireEnum } from '#lib/providers/wire-enum.ts';

const WORKFLOW_ORIGINS = ['svc-cloud', 'svc-cloud-v1', 'external'] as const;
export type NeutralWorkflowOrigin = (typeof WORKFLOW_ORIGINS)[number];

export const WorkflowOrigin = wireEnum(WORKFLOW_ORIGINS);
export type WorkflowOrigin = z.infer<typeof WorkflowOrigin>;

/** Parses the wire value of a request into the neutral value. */
export const WorkflowOriginInput = wireCodec(WORKFLOW_ORIGINS);
