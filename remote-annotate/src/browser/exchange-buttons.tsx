import { Button, DatabaseIcon, DocumentIcon, Permitted } from '@console/shared-ui/basics';
import { browserMessages } from './data/browser-messages';
import { ExportButton } from '../export/export-button';
import type { ExchangeState } from '../exchange/exchange-url-params';
import type { ImageSelection } from '../exchange/image-selection';

const texts = browserMessages.exchange;

/** Opens the dialog that imports images and annotations from files. */
export function ImportButton({ state: { set } }: { state: ExchangeState }) {
  return (
    <Permitted<'POST /recognition/v2/import/'> permission="manage">
      <Button icon={<DocumentIcon />} onClick={() => set({ imports: 'list' })}>
        {texts.importButton}
      </Button>
    </Permitted>
  );
}

interface ExchangeButtonsProps {
  state: ExchangeState;
  imageSelection: ImageSelection | null;
  /** Imports are offered for the workspace, but not while selecting images for a job or task. */
  canImport: boolean;
}

/** The buttons for imports, exports and dataset versions. */
export function ExchangeButtons({ state: exchangeState, imageSelection, canImport }: ExchangeButtonsProps) {
  return (
    <>
      {canImport && <ImportButton state={exchangeState} />}
      {imageSelection && (
        <Permitted<'POST /recognition/v2/training-image/export'> permission="manage">
          <ExportButton imageSelection={imageSelection} />
        </Permitted>
      )}
      <Button icon={<DatabaseIcon />} onClick={() => exchangeState.set({ versions: 'list' })}>
        {texts.versionsButton}
      </Button>
    </>
  );
}
