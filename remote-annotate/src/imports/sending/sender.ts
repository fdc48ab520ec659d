import { useSyncExternalStore } from 'react';
import { guardTransfers } from '../../exchange/guard-transfers';
import { importMessages } from '../data/import-messages';
import { ImportSender, type SendingState } from './import-sender';
import { refreshImports } from '../data/imports.queries';

/** The only instance in this tab. Uploads continue while the dialog is closed or another page is open. */
export const sender = new ImportSender(() => void refreshImports());

guardTransfers(sender, () => importMessages.sending.beforeLogout);

/** Returns the upload state of an import. Null if this tab does not upload its files. */
export function useSending(importId: string): SendingState | null {
  return useSyncExternalStore(sender.subscribe, () => sender.getState(importId));
}
