import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import type { RefObject } from 'react';
import { DownloadIcon } from '../icons';
import { csvMessages } from './csv-messages';
import { type Column, DataTable } from '../table';
import { saveCsvFile } from './csv-file';
import type { CsvPlan } from './exchange';

type RowError = CsvPlan['errors'][number];
const columns: Column<RowError>[] = [
  { id: 'row', header: csvMessages.row, cell: ({ row }) => String(row), width: '72px' },
  { id: 'detail', header: csvMessages.detail, cell: ({ detail }) => <WrappedText>{detail}</WrappedText> },
];
const getErrorId = ({ row, detail }: RowError) => `${row} ${detail}`;

const useStyles = makeStyles({
  wrapped: { display: 'block', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  download: { alignSelf: 'flex-start', marginBlockEnd: tokens.spacingVerticalXS },
});

/** Wraps a text instead of truncating it: on touch devices there is no tooltip with the complete text. */
function WrappedText({ children }: { children: string }) {
  return <span className={useStyles().wrapped}>{children}</span>;
}

/** States how many rows have errors, and whether the other rows can be imported. */
export function ErrorSummary({ plan: { errors, invalid_rows: invalidRows } }: { plan: CsvPlan }) {
  const rows = new Set(errors.map(({ row }) => row)).size;
  const canSkip = invalidRows !== undefined;
  return (
    <MessageBar intent={canSkip ? 'warning' : 'error'} layout="multiline">
      <MessageBarBody>{canSkip ? csvMessages.errorsToSkip(rows) : csvMessages.errors(rows)}</MessageBarBody>
    </MessageBar>
  );
}

export interface ImportErrorsProps {
  plan: CsvPlan;
  /** Name of the exported CSV file. The download of the invalid rows gets a similar name. */
  fileName: string;
  downloadButton: RefObject<HTMLButtonElement | null>;
}

/** Lists the errors of a plan by row, with a download of the invalid rows. */
export function ImportErrors({ plan: { errors, invalid_rows: invalidRows }, fileName, downloadButton }: ImportErrorsProps) {
  const styles = useStyles();
  return (
    <>
      {invalidRows !== undefined && (
        <Button
          ref={downloadButton}
          type="button"
          className={styles.download}
          icon={<DownloadIcon />}
          onClick={() => saveCsvFile(csvMessages.errorsFileName(fileName), [invalidRows])}
        >
          {csvMessages.downloadErrors}
        </Button>
      )}
      <DataTable label={csvMessages.detail} columns={columns} rows={errors} rowId={getErrorId} />
    </>
  );
}
