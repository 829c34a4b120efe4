import { createHash } from 'node:crypto';

export interface FormFile {
  /** The name of the form's field. Several files may have the same name. */
  field: string;
  fileName: string;
  contentType?: string | undefined;
  content: Uint8Array;
}

/**
 * Encodes a form with files as multipart/form-data (RFC 7578). The boundary depends on the content, so the bytes are the
 * same for all attempts.
 */
export function multipart(
  form: Readonly<Record<string, string>>,
  files: readonly FormFile[],
): { body: Uint8Array; type: string } {
  const hash = createHash('sha256').update(JSON.stringify(form));
  for (const { content } of files) hash.update(content);
  const boundary = `----${hash.digest('hex')}`;
  const parts = [
    ...Object.entries(form).map(([name, value]) => [`name="${escaped(name)}"`, '', Buffer.from(value)] as const),
    ...files.map(({ field, fileName, contentType = 'application/octet-stream', content }) => {
      const names = `name="${escaped(field)}"; filename="${escaped(fileName)}"`;
      return [names, `content-type: ${contentType.replace(/[\r\n]+/g, ' ')}\r\n`, content] as const;
    }),
  ];
  const chunks = parts.flatMap(([names, type, content]) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${names}\r\n${type}\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

/** Escapes a name as browsers do (WHATWG HTML, multipart/form-data encoding). */
function escaped(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
