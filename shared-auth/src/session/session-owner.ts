let own: string | null = null;

/** Whose access token that is, in the server's words; null where it does not say. */
export function getTokenSubject(access: string): string | null {
  try {
    const payload = (access.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const { sub } = JSON.parse(atob(payload)) as { sub?: unknown };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

/** Whether two tokens may be one person's; those that do not say may. */
export function isSameUser(one: string, another: string): boolean {
  const [a, b] = [getTokenSubject(one), getTokenSubject(another)];
  return a === null || b === null || a === b;
}

/** This tab works for the holder of that token from now on; null: for nobody. */
export function setSessionToken(access: string | null): void {
  own = access;
}

/** False for the token of somebody else, who has signed in in another tab. */
export function belongsToSession(access: string): boolean {
  return own === null || isSameUser(own, access);
}
