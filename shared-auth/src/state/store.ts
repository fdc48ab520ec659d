import { createStore } from 'jotai';

/** The jotai store of the console. It is explicit so that a second copy of jotai cannot silently create a second state. */
export const consoleStore = createStore();
