import { Button, getDistinctNames, DownloadIcon, ImagesIcon, makeStyles, tokens } from '@console/shared-ui/basics';
import { DataTable, sortRows, type Column, type Sort } from '@console/shared-ui/table';
import { useCallback, useMemo } from 'react';
import { formatMeasure, LabelBars, type Measure, type MeasuredRow } from '../chart';
import { downloadCsv } from '../csv';
import { messages } from '../messages';

const words = messages.evaluation;
const useStyles = makeStyles({
  both: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.2fr)',
    '@media (max-width: 1100px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
  },
  undefined: { fontStyle: 'italic', color: tokens.colorNeutralForeground3 },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  part: { minWidth: 0 },
});

export interface MeasureViewProps {
  /** Of the chart and the table. */
  label: string;
  nameTitle: string;
  rows: readonly MeasuredRow[];
  measures: readonly Measure[];
  /** Further ones that stand in the table alone. */
  besides?: readonly Measure[];
  /** Of both: the chart follows the head of the table. */
  sort: Sort | undefined;
  onSortChange: (sort: Sort) => void;
  onOpen?: (row: MeasuredRow) => void;
  /** What `onOpen` does. */
  openLabel?: string;
  /** What Download CSV names the file. */
  fileName: string;
}

/** What was measured as bars, and beside them as a table with the same rows in the same order, which is also a file. */
export function MeasureView({
  label,
  nameTitle,
  rows,
  measures,
  besides = [],
  sort,
  onSortChange,
  onOpen,
  openLabel = words.openBehind,
  fileName,
}: MeasureViewProps) {
  const styles = useStyles();
  const names = useMemo(() => getDistinctNames(rows), [rows]);
  const all = useMemo(() => [...measures, ...besides], [measures, besides]);
  const columns = useMemo(
    (): Column<MeasuredRow>[] => [
      {
        id: 'name',
        header: nameTitle,
        cell: ({ id }) => names.get(id) ?? '',
        sortValue: ({ id }) => names.get(id) ?? '',
      },
      ...all.map(({ key, name, kind }): Column<MeasuredRow> => ({
        id: key,
        header: name,
        cell: ({ values }) =>
          values[key] == null ? (
            <span className={styles.undefined}>{messages.undefinedMeasure}</span>
          ) : (
            formatMeasure(kind, values[key], messages.undefinedMeasure)
          ),
        sortValue: ({ values }) => values[key],
        align: 'end',
        width: '76px',
      })),
    ],
    [nameTitle, names, all, styles.undefined],
  );
  const sorted = useMemo(() => {
    const valueOf = columns.find(({ id }) => id === sort?.columnId)?.sortValue;
    return sort && valueOf ? sortRows(rows, valueOf, sort.direction) : rows;
  }, [rows, columns, sort]);
  const actions = useCallback(
    (row: MeasuredRow) => (onOpen ? [{ label: openLabel, icon: <ImagesIcon />, onClick: () => onOpen(row) }] : []),
    [onOpen, openLabel],
  );
  const hasSharedNames = rows.some(({ id, name }) => names.get(id) !== name);
  const download = () =>
    downloadCsv(
      fileName,
      ['id', nameTitle, ...all.map(({ name }) => name)],
      sorted.map(({ id, name, values }) => [id, name, ...all.map(({ key }) => values[key] ?? null)]),
    );
  return (
    <>
      <div className={styles.both}>
        <div className={styles.part}>
          <LabelBars label={label} nameTitle={nameTitle} rows={sorted} measures={measures} onOpen={onOpen} />
        </div>
        <div className={styles.part}>
          <DataTable
            label={label}
            columns={columns}
            rows={rows}
            rowId={idOf}
            sort={sort}
            onSortChange={onSortChange}
            rowActions={onOpen && actions}
            actionsWidth="72px"
          />
        </div>
      </div>
      {hasSharedNames && <p className={styles.hint}>{words.sharedName}</p>}
      <div>
        <Button icon={<DownloadIcon />} onClick={download}>
          {words.downloadCsv}
        </Button>
      </div>
    </>
  );
}

const idOf = ({ id }: MeasuredRow) => id;
