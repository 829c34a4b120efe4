/** The meaning of a text that a client sent. */
export type Heard =
  /** The client opens a namespace. */
  | { type: 'open'; namespace: string }
  /** The client closes a namespace. */
  | { type: 'leave'; namespace: string }
  /** The client expects a text at once. */
  | { type: 'reply'; text: string }
  /** The client ends the connection. */
  | { type: 'end' }
  /** Without effect, or not understood. */
  | { type: 'nothing' };

/**
 * The text of the frames of one kind of client. Pure: connections hold the state. A dialect without namespaces has one,
 * with the empty name.
 */
export interface Dialect {
  name: 'socket.io' | 'plain';
  /** The namespace that is open from the start. Without it, the client opens namespaces. */
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
  /** The text to which a client responds. Without it, a ping frame of WebSocket has the same purpose. */
  ping: string | undefined;
}

export const NOTHING: Heard = { type: 'nothing' };
