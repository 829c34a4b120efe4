/** Returns the version number in an ETag. */
export function versionNumber(etag: string | undefined): number | undefined {
  const [, number] = /^(?:W\/)?"(\d+)"$/.exec(etag ?? '') ?? [];
  return number === undefined ? undefined : Number(number);
}
