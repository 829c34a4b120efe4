/** The declaration of one method in a route file: the source of its behaviour and of the OpenAPI document. */
import type { z } from 'zod';
import type { Permission } from '#lib/auth/permissions.ts';
import type { Ctx, InboxCtx } from './context.ts';
import type { RateCategory } from './rate-limits.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

type Caller = 'apiKey' | 'session';

/** Complete JSON text (made in SQL), which is sent unchanged. */
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
  /** Unique. The operation's label in metrics and OpenAPI. */
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  params?: Params;
  /** Query parameters. A repeated key and `key[]` are arrays, see `lib/api/query.ts`. */
  query?: Query;
  /** If present, the request must be JSON. An empty body is parsed as `{}`. */
  body?: Body;
  /** Accepts a body of any content type, for `rawBody`. Together with `body` it must still be JSON. */
  acceptsAnyType?: true;
  /** @default BODY_LIMIT_BYTES */
  bodyLimitBytes?: number;
  /** The success status. @default 200, or 204 without `response` */
  status?: number;
  /** The success body. It is checked outside production. */
  response?: Reply;
  /** The response may instead be 204 without a body: `noContent()`. */
  mayBeEmpty?: true;
  /** The success body is a stream of server-sent events that only the client or an error ends. */
  streams?: true;
  /** Error statuses in OpenAPI, in addition to the statuses that every operation has. */
  errors?: readonly number[];
  /** @default the category of the tag, with the cost of a single request */
  rateLimit?: { category?: RateCategory; cost?: 'single' | 'bulk' };
  /** False for operations that must not be replayed, such as sign-in. @default true for POST and PATCH */
  idempotent?: boolean;
  /** Left out of the OpenAPI document. */
  hidden?: boolean;
}

/**
 * The right that a caller needs. `authenticated` accepts every valid caller of any role; `subscriber` accepts only the
 * token of an inbox session, which all others reject; `public` reads no credentials.
 */
export type Access = Permission | 'authenticated' | 'subscriber' | 'public';

export interface DeclaredOperation<Params, Query, Body, Reply, Needed extends Access>
  extends Description<Params, Query, Body, Reply> {
  permission: Needed;
  /** The accepted kinds of caller. @default both */
  callers?: Needed extends 'public' | 'subscriber' ? never : readonly Caller[];
  /** Accepts users who first have to set up two-step sign-in. */
  acceptsLackOfTwoStep?: Needed extends 'authenticated' ? true : never;
  handle(input: Input<Params, Query, Body> & Identified<Needed>): Result<Reply> | Promise<Result<Reply>>;
}

/** The caller of the request. Public operations have none. */
type Identified<Needed> = Needed extends 'public' ? unknown : { ctx: Needed extends 'subscriber' ? InboxCtx : Ctx };

/** Any operation, without its type parameters. */
export interface Operation extends Description<z.ZodType, z.ZodType, z.ZodType, z.ZodType> {
  permission: Access;
  callers?: readonly Caller[];
  acceptsLackOfTwoStep?: true;
  handle(input: never): unknown;
}
