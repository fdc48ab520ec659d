import { fetchRegistryEarly } from './federation/early-registry';

// Whoever holds tokens will need the registry: it is fetched beside the console's code, not after it.
if (localStorage.getItem('access') !== null) fetchRegistryEarly();

// The shared packages are settled before any code that uses them runs, hence the import in the entry.
void import('./bootstrap');
