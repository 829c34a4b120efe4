/** The Response class to use while the API listener serves: its own class, which sends text without making a stream. */
const shared = globalThis as typeof globalThis & { belfryResponse?: typeof Response };

export function newResponse(body: string | null, init: ResponseInit): Response {
  return new (shared.belfryResponse ?? Response)(body, init);
}

export function setResponseClass(responseClass: typeof Response): void {
  shared.belfryResponse = responseClass;
}
