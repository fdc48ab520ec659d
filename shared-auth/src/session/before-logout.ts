/** Answers a sentence for the person when logging out now would leave something unsent, else null. */
export type BeforeLogout = () => string | null | Promise<string | null>;

const hooks = new Set<BeforeLogout>();

/** Registers a check that runs before a logout. Returns its removal. */
export function registerBeforeLogout(hook: BeforeLogout): () => void {
  hooks.add(hook);
  return () => {
    hooks.delete(hook);
  };
}

/** What the registered checks have to say. A check that fails says nothing: it must not lock a person in. */
export async function logoutWarnings(): Promise<string[]> {
  const answers = await Promise.allSettled([...hooks].map(async (hook) => hook()));
  return answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : []));
}
