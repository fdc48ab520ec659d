import { Button, DatabaseIcon, DocumentIcon } from '@console/shared-ui/basics';
import { browserMessages } from '../browser-messages';
import { ExportButton } from '../export/export-button';
import type { ExchangeState } from './exchange-address';
import type { Taken } from './taken';

const words = browserMessages.exchange;

/** Brings in pictures and annotations that are there in files. */
export function ImportButton({ state: { set } }: { state: ExchangeState }) {
  return (
    <Button icon={<DocumentIcon />} onClick={() => set({ imports: 'list' })}>
      {words.importButton}
    </Button>
  );
}

export interface ExchangeButtonsProps {
  state: ExchangeState;
  taken: Taken | null;
  /** Of the whole workspace, and not of a job or a task. */
  canImport: boolean;
}

/** Ways of pictures with their annotations into the workspace and out of it. */
export function ExchangeButtons({ state, taken, canImport }: ExchangeButtonsProps) {
  return (
    <>
      {canImport && <ImportButton state={state} />}
      {taken && <ExportButton taken={taken} />}
      <Button icon={<DatabaseIcon />} onClick={() => state.set({ versions: 'list' })}>
        {words.versionsButton}
      </Button>
    </>
  );
}
