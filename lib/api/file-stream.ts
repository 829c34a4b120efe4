/** Streams files while reading their records. */

/** Spreadsheets recognise a file as UTF-8 only if it begins with this mark. */
export const BYTE_ORDER_MARK = '\ufeff';

export const CSV_TYPE = 'text/csv; charset=utf-8';

interface FileStream<Item> {
  /** The file's name without extension. By default, today's date is appended. */
  name: string;
  isNameWhole?: boolean | undefined;
  extension: string;
  /** The media type. */
  type: string;
  /** The text before the first batch. */
  head: string;
  batches: AsyncGenerator<Item[], undefined>;
  lines: (batch: Item[]) => string;
}

/**
 * Responds with a file. The stream reads records only as fast as the client receives them, so its memory use does not
 * depend on their number. It stops reading when the client disconnects.
 */
export function fileStream<Item>({
  name,
  isNameWhole,
  extension,
  type,
  head,
  batches,
  lines,
}: FileStream<Item>): Response {
  const whole = isNameWhole ? name : `${name}-${new Date().toISOString().slice(0, 10)}`;
  const encoder = new TextEncoder();
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await batches.next();
        const text = `${isFirst ? head : ''}${value?.length ? lines(value) : ''}`;
        isFirst = false;
        if (text !== '') controller.enqueue(encoder.encode(text));
        if (done) controller.close();
      },
      async cancel() {
        await batches.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${whole}.${extension}"`,
      'cache-control': 'no-store',
    },
  });
}
