/** The body and the response of the test of an HTTP step. */
import { z } from 'zod';
import { REASON_CODES } from '#lib/reasons/registry.ts';
import { PreviewDraftBody } from './preview-schema.ts';

export const TestRequestBody = PreviewDraftBody.extend({});
export type TestRequestBody = z.output<typeof TestRequestBody>;

export const TestedRequest = z.strictObject({
  /** The request that was made, with masks instead of secrets. */
  request: z.strictObject({ method: z.string(), url: z.string(), body: z.string().optional() }),
  /** The time until the end of the response, in milliseconds. */
  ms: z.int().min(0),
  /** The response, whatever its status. Absent if the server sent no response. */
  response: z
    .strictObject({
      status: z.int(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      /** Whether the body is longer than shown. */
      isCut: z.boolean(),
    })
    .optional(),
  /** The reason for a missing response, with a fix. */
  problem: z.strictObject({ code: z.enum(REASON_CODES), message: z.string(), fix: z.string().optional() }).optional(),
});
export type TestedRequest = z.infer<typeof TestedRequest>;
