/** A check that runs before logout. Returns a warning for the user if some changes have not been sent, otherwise null. */
export type BeforeLogout = () => string | null | Promise<string | null>;

const hooks = new Set<BeforeLogout>();

/** Registers a check that runs before a logout. Returns a function that removes it. */
export function registerBeforeLogout(hook: BeforeLogout): () => void {
  hooks.add(hook);
  return () => {
    hooks.delete(hook);
  };
}

/** Runs the registered checks and returns their warnings. A check that fails is ignored: it must not prevent the logout. */
export async function collectLogoutWarnings(): Promise<string[]> {
  const results = await Promise.allSettled([...hooks].map(async (hook) => hook()));
  return results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []));
}
