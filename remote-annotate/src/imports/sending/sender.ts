import { useSyncExternalStore } from 'react';
import { guardTransfers } from '../../exchange/guard-transfers';
import { importMessages } from '../data/import-messages';
import { ImportSender, type SendingState } from './import-sender';
import { refreshImports } from '../data/imports.queries';

/** The sender of this tab. It continues while the dialog is closed or another page is open. */
export const sender = new ImportSender(() => void refreshImports());

guardTransfers(sender, () => importMessages.sending.beforeLogout);

/** Returns the sending state of an import in this tab, or null. */
export function useSending(importId: string): SendingState | null {
  return useSyncExternalStore(sender.subscribe, () => sender.getState(importId));
}
