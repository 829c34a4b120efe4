/**
 * The Response class of the API listener, which sends text without creating a stream. Undefined until the listener is
 * created.
 */
const shared = globalThis as typeof globalThis & { belfryResponse?: typeof Response };

export function newResponse(body: string | null, init: ResponseInit): Response {
  return new (shared.belfryResponse ?? Response)(body, init);
}

export function setResponseClass(responseClass: typeof Response): void {
  shared.belfryResponse = responseClass;
}
