import type { RuntimeConfig } from '@console/shared-contract/federation';
import { atom, useAtomValue } from 'jotai';
import { consoleStore } from '../state/store';

/** Values of settings that the deployment omits: no links, and no features for test environments. */
export const defaultConfig: RuntimeConfig = {
  apiBase: '/api',
  environment: 'production',
  docsUrl: '',
  providerUrl: '',
  overridesAllowed: false,
};

export const configAtom = atom<RuntimeConfig>(defaultConfig);

/** Applies the settings of the deployment. Call it before the session starts. Omitted settings get their defaults. */
export function applyConfig(config: Partial<RuntimeConfig>): void {
  const mergedConfig = { ...defaultConfig, ...config };
  consoleStore.set(configAtom, { ...mergedConfig, apiBase: mergedConfig.apiBase.replace(/\/+$/, '') });
}

/** Loads `/config.json` for the standalone page of a remote. If that fails, the defaults apply. Never rejects. */
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
