export interface ServerEvent {
  event: string;
  data: string;
}

/**
 * Reads the events of a `text/event-stream` body, as far as Belfry uses the format. Comments become events without a
 * name, so that the reader notices that the connection is alive.
 */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(block: string): ServerEvent {
  const event: ServerEvent = { event: '', data: '' };
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) event.event = line.slice(7);
    if (line.startsWith('data: ')) event.data += line.slice(6);
  }
  return event;
}
