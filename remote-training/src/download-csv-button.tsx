import { Button, DownloadIcon } from '@console/shared-ui/basics';
import { downloadCsv, type CsvCell } from '@console/shared-ui/format';
import { messages } from './messages';

interface DownloadCsvButtonProps {
  fileName: string;
  header: readonly string[];
  /** Returns the rows when the button is pressed. */
  getRows: () => readonly (readonly CsvCell[])[];
  disabled?: boolean;
}

/** Button that downloads a table as a CSV file. */
export function DownloadCsvButton({ fileName, header, getRows, disabled = false }: DownloadCsvButtonProps) {
  return (
    <div>
      <Button icon={<DownloadIcon />} disabledFocusable={disabled} onClick={() => downloadCsv(fileName, header, getRows())}>
        {messages.downloadCsv}
      </Button>
    </div>
  );
}
