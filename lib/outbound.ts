/** Requests to addresses that people write: what every provider, webhook and `http_request` step sends with. */
import type { Socket } from 'node:net';

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
}

export interface OutboundResponse {
  status: number;
  /** Names in lower case; the values of a repeated one joined by commas. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface Outbound {
  fetch: (url: string, request: OutboundRequest) => Promise<OutboundResponse>;
  /** A connected TCP socket, before any TLS. */
  connect: (host: string, port: number) => Promise<Socket>;
}
