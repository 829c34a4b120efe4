/** Headers of requests to providers. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { ProviderError, type ProviderErrorKind } from '#lib/providers/send.ts';

/**
 * Checks the headers of a request.
 * @throws {ProviderError} if HTTP does not allow a header. The error omits the header's value, because it may be a
 * secret.
 */
export function assertHeaders(
  headers: Record<string, string>,
  method: string,
  url: string,
  kind: ProviderErrorKind,
): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      const isName = (cause as NodeJS.ErrnoException).code === 'ERR_INVALID_HTTP_TOKEN';
      const words = isName
        ? `“${name}” is not a valid HTTP header name`
        : `The value of the header ${name} is not allowed in HTTP`;
      throw new ProviderError(kind, {
        words,
        exchange: { request: `${method} ${URL.parse(url)?.host ?? ''}` },
        isOwn: true,
        cause,
      });
    }
  }
}
