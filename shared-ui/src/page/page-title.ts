import { consoleStore } from '@console/shared-auth';
import { atom, useAtomValue } from 'jotai';

const productName = 'Annotation console';
const titleAtom = atom('');

/** Names the page in the browser's tab and in the shell's header. */
export function setPageTitle(title: string): void {
  document.title = title ? `${title} · ${productName}` : productName;
  consoleStore.set(titleAtom, title);
}

export const clearPageTitle = (): void => setPageTitle('');

/** Name of the page on the screen; empty when it has not said. */
export function usePageTitle(): string {
  return useAtomValue(titleAtom, { store: consoleStore });
}
