/** Under this address the server keeps the registry. */
export const REGISTRY_URL = '/registry.json';
