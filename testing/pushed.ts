/** For tests: requests of vendors in the form that event readers receive. */
import type { EventSource, PushedRequest, VendorEvent } from '#lib/providers/events/event-source.ts';
import { UnverifiedError } from '#lib/providers/events/event-source.ts';
import { loadProvider } from '#lib/providers/registry.ts';

/** Returns a request with a body, headers, and further parts that the test provides. */
export function pushed(
  body: string | object,
  headers: Record<string, string> = {},
  more: Partial<PushedRequest> = {},
): PushedRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    url: 'https://belfry.example/api/v1/inbound/token',
    body: Buffer.from(text),
    header: (name) => headers[name],
    key: '',
    now: new Date(),
    fetch: () => Promise.reject(new Error('The test expects no request')),
    ...more,
  };
}

async function sourceOf(providerId: string): Promise<EventSource> {
  const provider = await loadProvider(providerId);
  if (!provider || !('events' in provider) || !provider.events) throw new Error(`${providerId} reads no events`);
  return provider.events;
}

/** Returns the events that a provider reads from a request. */
export async function readEvents(providerId: string, request: PushedRequest): Promise<VendorEvent[]> {
  return (await sourceOf(providerId)).verify(request);
}

/** Whether a request is the vendor's test of the address. */
export async function isTest(providerId: string, request: PushedRequest): Promise<boolean> {
  return (await sourceOf(providerId)).isTest?.(request) ?? false;
}

/** Returns the reason why a provider rejects a request. */
export async function refusal(providerId: string, request: PushedRequest): Promise<string> {
  try {
    await readEvents(providerId, request);
  } catch (error) {
    if (error instanceof UnverifiedError) return error.message;
    throw error;
  }
  return 'accepted';
}
