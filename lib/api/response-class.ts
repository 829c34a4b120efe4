/** Responses made while the API listener serves: of its own class, which it sends without making a stream of the text. */
const shared = globalThis as typeof globalThis & { belfryResponse?: typeof Response };

export function newResponse(body: string | null, init: ResponseInit): Response {
  return new (shared.belfryResponse ?? Response)(body, init);
}

export function setResponseClass(responseClass: typeof Response): void {
  shared.belfryResponse = responseClass;
}
