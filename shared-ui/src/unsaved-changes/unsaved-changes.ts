import { registerBeforeLogout } from '@console/shared-auth';
import { useEffect } from 'react';
import { messages } from '../messages';

/** Forms on the page in which something was entered that is not saved. */
const unsaved = new Set<object>();
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Whether leaving the page would throw away what a person has entered. */
export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

registerBeforeLogout(() => (hasUnsavedChanges() ? messages.unsavedAtLogout : null));

/** A form on a page says whether it was changed and not saved: before the page is left, or loaded anew, it is asked. */
export function useUnsavedChanges(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const form = {};
    if (!hasUnsavedChanges()) window.addEventListener('beforeunload', warn);
    unsaved.add(form);
    return () => {
      unsaved.delete(form);
      if (!hasUnsavedChanges()) window.removeEventListener('beforeunload', warn);
    };
  }, [isChanged]);
}
