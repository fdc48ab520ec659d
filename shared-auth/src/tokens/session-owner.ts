/** Access token of the user of this tab. */
let sessionToken: string | null = null;

/** Returns the user (`sub`) of an access token; null if the token does not contain one. */
function getTokenSubject(access: string): string | null {
  try {
    const base64Payload = (access.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const { sub } = JSON.parse(atob(base64Payload)) as { sub?: unknown };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

/** Whether two tokens belong to the same user. Tokens that contain no user id are treated as belonging to the same user. */
export function isSameUser(first: string, second: string): boolean {
  const [firstUser, secondUser] = [getTokenSubject(first), getTokenSubject(second)];
  return firstUser === null || secondUser === null || firstUser === secondUser;
}

/** Sets the user of this tab to the user of an access token. Null means no user. */
export function setSessionToken(access: string | null): void {
  sessionToken = access;
}

/** Whether the token belongs to the user of this tab. This is false if another user has signed in in another tab. */
export function belongsToSession(access: string): boolean {
  return sessionToken === null || isSameUser(sessionToken, access);
}
