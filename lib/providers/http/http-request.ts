import type { FormFile } from './multipart.ts';

/** A request to a vendor. */
export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute, with the vendor's real origin. Tests replace the origin only when the request is sent. */
  url: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** The body. Set at most one of `json`, `form` and `pairs`. */
  json?: Record<string, unknown>;
  form?: Record<string, string>;
  /** A form in which names may repeat. */
  pairs?: readonly (readonly [name: string, value: string])[];
  /** The files of `form`, which is then sent as multipart/form-data. The list may be empty. */
  files?: readonly FormFile[];
  /** The key of `json` that overrides are merged into. Absent: `json` itself. */
  overridesAt?: string;
  /** Secret texts in addition to the credentials, such as URLs that grant access. */
  secrets?: readonly string[];
  http2?: boolean;
  /** Whether the server belongs to the customer. It then receives the `traceparent` of the message's span. */
  isOwnServer?: boolean;
  /** A sentence about a part of the message that is omitted, because the vendor does not accept it. */
  leftOut?: string | undefined;
}
