import { fetchRegistryEarly } from './federation/registry/early-registry';

// A signed-in user needs the registry. Fetch it in parallel with the console's code.
if (localStorage.getItem('access') !== null) fetchRegistryEarly();

// Module Federation needs an asynchronous entry: it initialises the shared packages before code that uses them runs.
void import('./bootstrap');
