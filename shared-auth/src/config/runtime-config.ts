import type { RuntimeConfig } from '@console/shared-contract/federation';
import { atom, useAtomValue } from 'jotai';
import { consoleStore } from '../store';

/** What serves where a deployment says nothing: no links, and nothing that only a test set-up should have. */
export const defaultConfig: RuntimeConfig = {
  apiBase: '/api',
  environment: 'production',
  docsUrl: '',
  providerUrl: '',
  overridesAllowed: false,
};

export const configAtom = atom<RuntimeConfig>(defaultConfig);

/** Makes the deployment's settings known to the console; call it before the session starts. What is left out keeps its default. */
export function applyConfig(config: Partial<RuntimeConfig>): void {
  const merged = { ...defaultConfig, ...config };
  consoleStore.set(configAtom, { ...merged, apiBase: merged.apiBase.replace(/\/+$/, '') });
}

/** Reads `/config.json`, for a remote's standalone page; where there is none, the defaults serve. Never rejects. */
export async function loadConfig(url = '/config.json', timeoutMs = 5000): Promise<void> {
  try {
    const response = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(timeoutMs) });
    applyConfig(response.ok ? ((await response.json()) as Partial<RuntimeConfig>) : {});
  } catch {
    applyConfig({});
  }
}

export function useConfig(): RuntimeConfig {
  return useAtomValue(configAtom, { store: consoleStore });
}
