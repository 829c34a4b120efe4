/**
 * The declaration of one method in a route file. The route's behaviour and the OpenAPI document both follow from it.
 */
import type { z } from 'zod';
import type { Permission } from '#lib/auth/permissions.ts';
import type { Ctx, InboxCtx } from './context.ts';
import type { RateCategory } from './rate-limits.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

type Caller = 'apiKey' | 'session';

/** A complete JSON text, built in SQL, which is sent unchanged. */
export class RawJson {
  readonly text: string;
  readonly headers: Record<string, string> | undefined;

  constructor(text: string, headers?: Record<string, string>) {
    this.text = text;
    this.headers = headers;
  }
}

/** Sends `text` unchanged with the success status of the operation. */
export function rawJson(text: string, headers?: Record<string, string>): RawJson {
  return new RawJson(text, headers);
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Result<Schema> = Schema extends z.ZodType ? z.input<Schema> | RawJson | Response : unknown;

interface Input<Params, Query, Body> {
  params: Parsed<Params>;
  query: Parsed<Query>;
  body: Parsed<Body>;
  /** The bytes as sent, for signatures. Empty unless the operation has `body` or `acceptsAnyType`. */
  rawBody: Uint8Array;
  request: Request;
  requestId: string;
}

interface Description<Params, Query, Body, Reply> {
  /** The name of the operation in metrics and OpenAPI. Unique. */
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  params?: Params;
  /** The schema of the query parameters. A repeated key and `key[]` are arrays, see `lib/api/query.ts`. */
  query?: Query;
  /** The schema of the body. If present, the request must be JSON. An empty body is parsed as `{}`. */
  body?: Body;
  /**
   * Whether a body of any content type is accepted, as `rawBody`. If `body` is set too, the body must still be JSON.
   */
  acceptsAnyType?: true;
  /** @default BODY_LIMIT_BYTES */
  bodyLimitBytes?: number;
  /** The success status. @default 200, or 204 without `response` */
  status?: number;
  /** The schema of the success body. Responses are checked against it outside production. */
  response?: Reply;
  /** Whether the response may also be 204 without a body: `noContent()`. */
  mayBeEmpty?: true;
  /** Whether the success body is a stream of server-sent events, which only the client or an error ends. */
  streams?: true;
  /** Error statuses in OpenAPI, in addition to the statuses that every operation has. */
  errors?: readonly number[];
  /** @default the category of the tag, with the cost of a single request */
  rateLimit?: { category?: RateCategory; cost?: 'single' | 'bulk' };
  /** Whether the operation reads history and never writes, so that it may read from the read replica. */
  readsReplica?: true;
  /** False for operations that must not be replayed, such as sign-in. @default true for POST and PATCH */
  idempotent?: boolean;
  /** Whether the operation is omitted from the OpenAPI document. */
  hidden?: boolean;
}

/**
 * The right that a caller needs:
 * - `authenticated`: none, but the credentials must be valid. Every role is accepted.
 * - `subscriber`: the token of an inbox session, which only these operations accept.
 * - `public`: none. Credentials are not read.
 */
export type Access = Permission | 'authenticated' | 'subscriber' | 'public';

export interface DeclaredOperation<Params, Query, Body, Reply, Needed extends Access>
  extends Description<Params, Query, Body, Reply> {
  permission: Needed;
  /** The accepted kinds of caller. @default both */
  callers?: Needed extends 'public' | 'subscriber' ? never : readonly Caller[];
  /** Whether users who have not set up a required two-step sign-in are accepted. */
  acceptsLackOfTwoStep?: Needed extends 'authenticated' ? true : never;
  handle(input: Input<Params, Query, Body> & Identified<Needed>): Result<Reply> | Promise<Result<Reply>>;
}

/** The context of the request with its caller. Public operations have none. */
type Identified<Needed> = Needed extends 'public' ? unknown : { ctx: Needed extends 'subscriber' ? InboxCtx : Ctx };

/** Any operation, without its type parameters. */
export interface Operation extends Description<z.ZodType, z.ZodType, z.ZodType, z.ZodType> {
  permission: Access;
  callers?: readonly Caller[];
  acceptsLackOfTwoStep?: true;
  handle(input: never): unknown;
}
