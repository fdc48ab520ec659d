import { consoleStore } from "@console/shared-auth";
import { atom, useAtomValue } from "jotai";

const productName = "Annotation console";
const titleAtom = atom("");

/** Names the page in the browser's tab and in the shell's header. Returns nothing to undo: the next page names itself. */
export function setPageTitle(title: string): void {
  document.title = title ? `${title} · ${productName}` : productName;
  consoleStore.set(titleAtom, title);
}

/** Name of the page on the screen. */
export function usePageTitle(): string {
  return useAtomValue(titleAtom, { store: consoleStore });
}
