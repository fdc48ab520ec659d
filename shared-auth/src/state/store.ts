import { createStore } from 'jotai';

/** The console's Jotai store. Jotai's default store is not used, because each copy of the Jotai package would have its own. */
export const consoleStore = createStore();
