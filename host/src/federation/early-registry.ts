import { REGISTRY_URL } from './registry-url';

let begun: Promise<Response> | undefined;

/** Begins to fetch the registry; called from the page's first script, before the code that reads it is there. */
export function fetchRegistryEarly(): void {
  begun = window.fetch(REGISTRY_URL);
  begun.catch(() => undefined);
}

/** The fetch that was begun early, the first time; a new one after that. */
export function fetchRegistry(): Promise<Response> {
  const response = begun ?? window.fetch(REGISTRY_URL);
  begun = undefined;
  return response;
}
