import { createStore } from 'jotai';

/** The one store of the console. Named, not jotai's default, so that a second copy of jotai cannot split the state unnoticed. */
export const consoleStore = createStore();
