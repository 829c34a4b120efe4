/** For tests: an OpenTelemetry collector that decodes the spans that it receives (OTLP in protobuf over HTTP). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentSpanId: string;
  name: string;
  /** The number of SpanKind in OTLP: 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  attributes: Record<string, string | number | boolean>;
  resource: Record<string, string | number | boolean>;
  isError: boolean;
}

export interface TraceCollector {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: CollectedSpan[];
  /** The headers of the last request. */
  headers: IncomingMessage['headers'];
  /** The received bytes as text, so that tests can search for data that must not be sent. */
  text: string;
  stop(): void;
}

/** @param respond replaces the response 200, for a collector that does not accept spans. */
export async function startTraceCollector(respond?: (response: ServerResponse) => void): Promise<TraceCollector> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    collector.headers = request.headers;
    if (respond) return respond(response);
    if (request.url === '/v1/traces') collector.spans.push(...spansIn(body));
    collector.text += body.toString('latin1');
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  const collector: TraceCollector = {
    ...{ url: '', spans: [], headers: {}, text: '' },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return collector;
}

/** The field numbers are those of opentelemetry/proto/collector/trace/v1/trace_service.proto and its imports. */
function spansIn(request: Buffer): CollectedSpan[] {
  return messages(fieldsOf(request), 1).flatMap((resourceSpans) => {
    const resource = attributesIn(messages(resourceSpans, 1).flatMap((each) => messages(each, 1)));
    return messages(resourceSpans, 2)
      .flatMap((scopeSpans) => messages(scopeSpans, 2))
      .map((span) => ({
        traceId: bytes(span, 1).toString('hex'),
        spanId: bytes(span, 2).toString('hex'),
        parentSpanId: bytes(span, 4).toString('hex'),
        name: bytes(span, 5).toString(),
        kind: Number(span.get(6)?.[0] ?? 0),
        attributes: attributesIn(messages(span, 9)),
        resource,
        isError: messages(span, 15).some((status) => status.get(3)?.[0] === 2n),
      }));
  });
}

type Fields = Map<number, (Buffer | bigint)[]>;

function fieldsOf(message: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const integer = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const fixed = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = Number(integer());
    const wireType = key & 7;
    const value = wireType === 0 ? integer() : fixed(wireType === 2 ? Number(integer()) : wireType === 1 ? 8 : 4);
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value]);
  }
  return fields;
}

function messages(fields: Fields, number: number): Fields[] {
  return (fields.get(number) ?? []).map((value) => fieldsOf(value as Buffer));
}

function bytes(fields: Fields, number: number): Buffer {
  return (fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);
}

function attributesIn(pairs: readonly Fields[]): Record<string, string | number | boolean> {
  return Object.fromEntries(pairs.map((pair) => [bytes(pair, 1).toString(), valueIn(messages(pair, 2)[0])]));
}

function valueIn(value: Fields = new Map()): string | number | boolean {
  if (value.has(2)) return value.get(2)?.[0] === 1n;
  if (value.has(3)) return Number(value.get(3)?.[0]);
  if (value.has(4)) return bytes(value, 4).readDoubleLE();
  return bytes(value, 1).toString();
}
