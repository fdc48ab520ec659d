import { Button, DatabaseIcon, DocumentIcon } from '@console/shared-ui/basics';
import type { ListQuery } from '../browser/filters';
import { browserMessages } from '../browser-messages';
import { ExportButton } from '../export/export-button';
import type { ExchangeState } from './exchange-address';

const words = browserMessages.exchange;

/** What a list shows, where filters name it: it can be taken out, and kept as a version. */
export type Taken = { query: ListQuery; total: number } | null;

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
  taken: Taken;
  /** Of the whole workspace, and not of a job or a task. */
  canImport: boolean;
}

/** Ways of pictures with their annotations into the workspace and out of it. */
export function ExchangeButtons({ state, taken, canImport }: ExchangeButtonsProps) {
  return (
    <>
      {canImport && <ImportButton state={state} />}
      {taken && <ExportButton {...taken} />}
      <Button icon={<DatabaseIcon />} onClick={() => state.set({ versions: 'list' })}>
        {words.versionsButton}
      </Button>
    </>
  );
}
