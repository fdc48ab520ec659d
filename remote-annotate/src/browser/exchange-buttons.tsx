import { Button, DatabaseIcon, DocumentIcon } from '@console/shared-ui/basics';
import { browserMessages } from './data/browser-messages';
import { ExportButton } from '../export/export-button';
import type { ExchangeState } from '../exchange/exchange-url-params';
import type { ImageSelection } from '../exchange/image-selection';

const texts = browserMessages.exchange;

/** Opens the dialog that imports images and annotations from files. */
export function ImportButton({ state: { set } }: { state: ExchangeState }) {
  return (
    <Button icon={<DocumentIcon />} onClick={() => set({ imports: 'list' })}>
      {texts.importButton}
    </Button>
  );
}

export interface ExchangeButtonsProps {
  state: ExchangeState;
  imageSelection: ImageSelection | null;
  /** Imports are offered for the workspace, but not while selecting images for a job or task. */
  canImport: boolean;
}

/** The buttons for imports, exports and dataset versions. */
export function ExchangeButtons({ state, imageSelection, canImport }: ExchangeButtonsProps) {
  return (
    <>
      {canImport && <ImportButton state={state} />}
      {imageSelection && <ExportButton imageSelection={imageSelection} />}
      <Button icon={<DatabaseIcon />} onClick={() => state.set({ versions: 'list' })}>
        {texts.versionsButton}
      </Button>
    </>
  );
}
