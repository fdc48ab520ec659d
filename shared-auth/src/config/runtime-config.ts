import { atom, useAtomValue } from "jotai";
import { consoleStore } from "../store";

/** `/config.json`: what differs between deployments of one build. */
export interface RuntimeConfig {
  /** Base of the API, without a final slash: a path or an absolute URL. */
  apiBase: string;
  /** Anything but "production" shows the development mark at sign-in. */
  environment: string;
  docsUrl: string | null;
  /** The provider's main app. */
  providerUrl: string | null;
}

export const defaultConfig: RuntimeConfig = { apiBase: "/api", environment: "production", docsUrl: null, providerUrl: null };

export const configAtom = atom<RuntimeConfig>(defaultConfig);

/** Takes what the document says over the defaults; unknown keys and wrong types are left out. */
export function applyConfig(document: unknown): RuntimeConfig {
  const given: Record<string, unknown> = typeof document === "object" && document !== null ? { ...document } : {};
  const text = (key: keyof RuntimeConfig) => (typeof given[key] === "string" && given[key] !== "" ? given[key] : null);
  const config: RuntimeConfig = {
    apiBase: (text("apiBase") ?? defaultConfig.apiBase).replace(/\/+$/, ""),
    environment: text("environment") ?? defaultConfig.environment,
    docsUrl: text("docsUrl"),
    providerUrl: text("providerUrl"),
  };
  consoleStore.set(configAtom, config);
  return config;
}

/** Reads `/config.json`; where there is none, the defaults serve. Never rejects. */
export async function loadConfig(url = "/config.json", timeoutMs = 5000): Promise<RuntimeConfig> {
  try {
    const response = await fetch(url, { cache: "no-cache", signal: AbortSignal.timeout(timeoutMs) });
    return applyConfig(response.ok ? await response.json() : null);
  } catch {
    return applyConfig(null);
  }
}

export function useConfig(): RuntimeConfig {
  return useAtomValue(configAtom, { store: consoleStore });
}
