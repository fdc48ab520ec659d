import { consoleStore } from '@console/shared-auth';
import { atom, useAtomValue } from 'jotai';

const PRODUCT_NAME = 'Annotation console';
const titleAtom = atom('');

/** Sets the page title of the browser tab and of the header of the application shell. */
export function setPageTitle(title: string): void {
  document.title = title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
  consoleStore.set(titleAtom, title);
}

export const clearPageTitle = (): void => setPageTitle('');

/** Returns the title of the current page; empty if the page has not set one. */
export function usePageTitle(): string {
  return useAtomValue(titleAtom, { store: consoleStore });
}
