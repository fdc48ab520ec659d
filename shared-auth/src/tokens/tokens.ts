export interface Tokens {
  access: string;
  refresh: string;
}

const STORAGE_KEYS = { access: 'access', refresh: 'refresh', workspace: 'workspace' } as const;

/** Reads the tokens in local storage, which all tabs share; null unless both exist. */
export function readTokens(): Tokens | null {
  const access = localStorage.getItem(STORAGE_KEYS.access);
  const refresh = localStorage.getItem(STORAGE_KEYS.refresh);
  return access && refresh ? { access, refresh } : null;
}

export function writeTokens(tokens: Tokens): void {
  localStorage.setItem(STORAGE_KEYS.refresh, tokens.refresh);
  localStorage.setItem(STORAGE_KEYS.access, tokens.access);
}

export function clearTokens(): void {
  localStorage.removeItem(STORAGE_KEYS.access);
  localStorage.removeItem(STORAGE_KEYS.refresh);
}

/** Returns the workspace that was last used in any tab, for the next start. */
export function readLastWorkspace(): string | null {
  return localStorage.getItem(STORAGE_KEYS.workspace);
}

export function writeLastWorkspace(id: string): void {
  localStorage.setItem(STORAGE_KEYS.workspace, id);
}

export function clearLastWorkspace(): void {
  localStorage.removeItem(STORAGE_KEYS.workspace);
}

/** Calls `onChange` when another tab signs in, refreshes tokens or logs out. Returns a function that stops this. */
export function watchTokens(onChange: (tokens: Tokens | null) => void): () => void {
  const listener = (event: StorageEvent) => {
    // The key is null after localStorage.clear().
    if (event.key !== null && event.key !== STORAGE_KEYS.access) return;
    onChange(readTokens());
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
