const key = 'environment';

/** Settings pages have no environment in their address; they keep the one last looked at. */
export function rememberedEnvironment(): string | undefined {
  return typeof sessionStorage === 'undefined' ? undefined : (sessionStorage.getItem(key) ?? undefined);
}

export function rememberEnvironment(slug: string): void {
  if (typeof sessionStorage !== 'undefined') sessionStorage.setItem(key, slug);
}
