import { LazyComponent } from '@console/shared-ui/basics';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { useEffect } from 'react';
import { browserMessages } from './data/browser-messages';
import type { ExchangeState } from '../exchange/exchange-address';
import type { Taken } from '../exchange/taken';

const words = browserMessages.exchange;
const loadVersions = async () => (await import('../versions/versions-dialog')).VersionsDialog;
const loadImports = async () => (await import('../imports/imports-dialog')).ImportsDialog;

export interface ExchangeDialogsProps {
  state: ExchangeState;
  taken: Taken | null;
  canImport: boolean;
}

/** The dialog selected by the URL. It stays open while the list below changes. */
export function ExchangeDialogs({ state, taken, canImport }: ExchangeDialogsProps) {
  const { versions, imports } = state.values;
  const dialog = useDialog<'versions' | 'imports'>();
  const wanted = versions !== '' ? 'versions' : canImport && imports !== '' ? 'imports' : null;
  // The slot restores the focus to the element that opened the dialog.
  useEffect(() => {
    if (wanted === null) dialog.close();
    else if (dialog.getCurrent() !== wanted) dialog.open(wanted);
  }, [dialog, wanted]);
  return (
    <DialogSlot dialog={dialog}>
      {(what) =>
        what === 'versions' ? (
          <LazyComponent load={loadVersions} title={words.versionsTitle} props={{ state, taken }} skeleton={null} />
        ) : (
          <LazyComponent load={loadImports} title={words.importsTitle} props={{ state }} skeleton={null} />
        )
      }
    </DialogSlot>
  );
}
