export interface Tokens {
  access: string;
  refresh: string;
}

const keys = { access: 'access', refresh: 'refresh', workspace: 'workspace' } as const;

/** The tokens in local storage, the truth that all tabs share; null unless both are held. */
export function readTokens(): Tokens | null {
  const access = localStorage.getItem(keys.access);
  const refresh = localStorage.getItem(keys.refresh);
  return access && refresh ? { access, refresh } : null;
}

export function writeTokens(tokens: Tokens): void {
  localStorage.setItem(keys.refresh, tokens.refresh);
  localStorage.setItem(keys.access, tokens.access);
}

export function clearTokens(): void {
  localStorage.removeItem(keys.access);
  localStorage.removeItem(keys.refresh);
}

/** The workspace used last in any tab, for the next start. */
export function readLastWorkspace(): string | null {
  return localStorage.getItem(keys.workspace);
}

export function writeLastWorkspace(id: string): void {
  localStorage.setItem(keys.workspace, id);
}

export function clearLastWorkspace(): void {
  localStorage.removeItem(keys.workspace);
}

/** Calls back when another tab signs in, refreshes or logs out. Returns the end of it. */
export function watchTokens(onChange: (tokens: Tokens | null) => void): () => void {
  const listener = (event: StorageEvent) => {
    // A null key is localStorage.clear().
    if (event.key !== null && event.key !== keys.access) return;
    onChange(readTokens());
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
