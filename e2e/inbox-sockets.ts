import { io, type Socket } from 'socket.io-client';
import { WebSocket } from 'ws';
import { type CallApi, caller, expect, serviceUrl } from './fixtures.ts';
import { createIntegration } from './rows.ts';
import type { Tenant } from './tenant.ts';

type Heard = [event: string, data: Record<string, unknown>];

export interface OpenSocket {
  events: Heard[];
  /** The names of the events so far. */
  names(): string[];
  /** The data of the last event with this name. */
  last(name: string): Record<string, unknown> | undefined;
  close(): void;
}

/** Creates a workflow `inbox` with one in-app step, and an active integration. */
export async function createInboxWorkflow(tenant: Tenant, call: CallApi): Promise<void> {
  await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app' });
  const controlValues = { subject: 'Order {{payload.order}}', body: 'It is on its way' };
  const steps = [{ name: 'Inbox', type: 'in_app', controlValues }];
  const created = await call('POST', '/v2/workflows', {
    body: { name: 'Inbox', workflowId: 'inbox', active: true, steps },
  });
  expect(created.status, created.text).toBe(201);
}

/** Begins an inbox session. @returns its token. */
export async function beginInboxSession(
  applicationIdentifier: string,
  subscriberId: string,
  context?: Record<string, string>,
): Promise<string> {
  const call = caller(null);
  const body = { applicationIdentifier, subscriber: { subscriberId }, ...(context && { context }) };
  const answer = await call<{ data: { token: string } }>('POST', '/v1/inbox/session', { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.token;
}

/** Returns the IDs of the environment and of the session that a token contains. */
export const sessionOf = (token: string) => token.slice(4 + 24, 4 + 48);

/** Connects as the official clients do. `namespace` is the path of the URL. */
export function openSocketIo(
  token: string,
  { origin = serviceUrl, namespace = '' } = {},
): OpenSocket & { socket: Socket } {
  const socket = io(origin + namespace, { transports: ['websocket'], query: { token }, forceNew: true });
  const events: Heard[] = [];
  socket.onAny((event, data) => events.push([event, data]));
  return { socket, ...recorded(events), close: () => socket.close() };
}

/** Connects a plain WebSocket. */
export function openPlain(
  token: string,
  origin = serviceUrl,
): OpenSocket & { socket: WebSocket; closed: Promise<number> } {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/inbox/socket?token=${token}`);
  const events: Heard[] = [];
  socket.on('message', (text) => {
    if (String(text) === 'pong') return;
    const { event, data } = JSON.parse(String(text));
    events.push([event, data]);
  });
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  return { socket, closed, ...recorded(events), close: () => socket.close() };
}

function recorded(events: Heard[]) {
  return {
    events,
    names: () => events.map(([event]) => event),
    last: (name: string) => events.findLast(([event]) => event === name)?.[1],
  };
}

/** Waits until the counts that follow a connection have arrived, and removes them from the received events. */
export async function untilWelcome(...sockets: OpenSocket[]): Promise<void> {
  for (const { names, events } of sockets) {
    await expect.poll(names).toContain('unread_count_changed');
    events.length = 0;
  }
}
