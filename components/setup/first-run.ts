/** Remembers the first run of an environment while its checklist stays, in the storage of the browser's tab. */

const keyOf = (environmentId: string) => `belfry-first-run ${environmentId}`;

/**
 * Returns Notification.id of the run that the checklist shows. Undefined before the first run, and after the checklist
 * was closed.
 */
export function firstRun(environmentId: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(environmentId)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberFirstRun(environmentId: string, runId: string): void {
  try {
    sessionStorage.setItem(keyOf(environmentId), runId);
  } catch {
    // Without storage, the checklist ends with a reload of the page.
  }
}

export function forgetFirstRun(environmentId: string): void {
  try {
    sessionStorage.removeItem(keyOf(environmentId));
  } catch {
    // Nothing is stored.
  }
}
