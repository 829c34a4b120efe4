const key = 'environment';

/** The last visited environment. Settings pages use it, because their address has none. */
export function rememberedEnvironment(): string | undefined {
  return typeof sessionStorage === 'undefined' ? undefined : (sessionStorage.getItem(key) ?? undefined);
}

export function rememberEnvironment(slug: string): void {
  if (typeof sessionStorage !== 'undefined') sessionStorage.setItem(key, slug);
}
