import { registerBeforeLogout } from '@console/shared-auth';
import { useEffect } from 'react';
import { discardMessages } from '../dialogs/discard-messages';

/** The forms on the page that have unsaved changes. Each form adds an object as its identity. */
const changedForms = new Set<object>();
const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** Whether leaving the page would discard changes of the user. */
export const hasUnsavedChanges = (): boolean => changedForms.size > 0;

registerBeforeLogout(() => (hasUnsavedChanges() ? discardMessages.unsavedAtLogout : null));

/** Marks a form as changed. Leaving or reloading the page then asks for confirmation. */
export function useUnsavedChanges(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const form = {};
    if (!hasUnsavedChanges()) window.addEventListener('beforeunload', onBeforeUnload);
    changedForms.add(form);
    return () => {
      changedForms.delete(form);
      if (!hasUnsavedChanges()) window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, [isChanged]);
}
