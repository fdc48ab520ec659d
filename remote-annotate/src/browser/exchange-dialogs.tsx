import { useCanCall } from '@console/shared-auth';
import { LazyComponent } from '@console/shared-ui/basics';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { useEffect } from 'react';
import { browserMessages } from './data/browser-messages';
import type { ExchangeState } from '../exchange/exchange-url-params';
import type { ImageSelection } from '../exchange/image-selection';

const texts = browserMessages.exchange;
const loadVersions = async () => (await import('../versions/versions-dialog')).VersionsDialog;
const loadImports = async () => (await import('../imports/imports-dialog')).ImportsDialog;

interface ExchangeDialogsProps {
  state: ExchangeState;
  imageSelection: ImageSelection | null;
  canImport: boolean;
}

/** The dialog selected by the URL. It stays open while the list below changes. */
export function ExchangeDialogs({ state: exchangeState, imageSelection, ...props }: ExchangeDialogsProps) {
  const canImport = useCanCall<'POST /recognition/v2/import/'>('manage') && props.canImport;
  const { versions, imports } = exchangeState.values;
  const dialog = useDialog<'versions' | 'imports'>();
  const requestedDialog = versions !== '' ? 'versions' : canImport && imports !== '' ? 'imports' : null;
  // `DialogSlot` restores the focus to the element that opened the dialog.
  useEffect(() => {
    if (requestedDialog === null) dialog.close();
    else if (dialog.getCurrent() !== requestedDialog) dialog.open(requestedDialog);
  }, [dialog, requestedDialog]);
  return (
    <DialogSlot dialog={dialog}>
      {(current) =>
        current === 'versions' ? (
          <LazyComponent
            load={loadVersions}
            title={texts.versionsTitle}
            props={{ state: exchangeState, imageSelection }}
            skeleton={null}
          />
        ) : (
          <LazyComponent load={loadImports} title={texts.importsTitle} props={{ state: exchangeState }} skeleton={null} />
        )
      }
    </DialogSlot>
  );
}
