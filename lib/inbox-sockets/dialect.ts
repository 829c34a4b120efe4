/** The meaning of a text that a client sent. */
export type Heard =
  /** The client opens a namespace. */
  | { type: 'open'; namespace: string }
  /** The client closes a namespace. */
  | { type: 'leave'; namespace: string }
  /** The client expects this text immediately. */
  | { type: 'reply'; text: string }
  /** The client ends the connection. */
  | { type: 'end' }
  /** The text has no effect, or is not understood. */
  | { type: 'nothing' };

/**
 * The texts of the frames of one kind of client. Pure: connections hold the state. A dialect without namespaces uses
 * one namespace with an empty name.
 */
export interface Dialect {
  name: 'socket.io' | 'plain';
  /** The namespace that is open from the start. If undefined, the client opens namespaces. */
  opens: string | undefined;
  /** The first text of the server. */
  greeting(connectionId: string): string | undefined;
  hear(text: string): Heard;
  /** The answer to an opened namespace. */
  opened(namespace: string, connectionId: string): string | undefined;
  /** The answer to a namespace that may not be opened. The client does not try again. */
  refused(namespace: string, message: string): string | undefined;
  /** Ends an open namespace. The client does not connect again. */
  ended(namespace: string): string | undefined;
  /** An event with JSON as its data. */
  event(namespace: string, name: string, data: string): string;
  /** The text of a ping, to which the client responds. If undefined, the server sends a ping frame of WebSocket. */
  ping: string | undefined;
}

export const NOTHING: Heard = { type: 'nothing' };
