/** Path of the registry on the server. */
export const REGISTRY_URL = '/registry.json';
