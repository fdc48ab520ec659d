import { getDistinctNames, ImagesIcon, makeStyles, tokens } from '@console/shared-ui/basics';
import { DataTable, sortRows, type Column, type Sort } from '@console/shared-ui/table';
import { useCallback, useMemo } from 'react';
import { formatMeasure, LazyLabelChart, type ChartMeasure, type MeasuredRow } from '../../chart';
import { DownloadCsvButton } from '../../download-csv-button';
import { chartMessages } from '../../chart/chart-messages';
import { evaluationMessages } from '../data/evaluation-messages';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.2fr)',
    '@media (max-width: 1100px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
  },
  undefined: { fontStyle: 'italic', color: tokens.colorNeutralForeground3 },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  column: { minWidth: 0 },
});

interface MeasureViewProps {
  /** Name of the chart and of the table for screen readers. */
  label: string;
  nameTitle: string;
  rows: readonly MeasuredRow[];
  measures: readonly ChartMeasure[];
  /** Measures that only the table shows. */
  tableOnlyMeasures?: readonly ChartMeasure[];
  /** Sort order of the table and the chart. */
  sort: Sort | undefined;
  onSortChange: (sort: Sort) => void;
  onOpen?: (row: MeasuredRow) => void;
  /** Label of the button that calls `onOpen`. */
  openLabel?: string;
  /** Name of the CSV file. */
  fileName: string;
}

/** Shows measures as a bar chart next to a table with the same rows in the same order, and offers them as a CSV file. */
export function MeasureView({
  label,
  nameTitle,
  rows,
  measures,
  tableOnlyMeasures = [],
  sort,
  onSortChange,
  onOpen,
  openLabel = evaluationMessages.openDecisions,
  fileName,
}: MeasureViewProps) {
  const styles = useStyles();
  const names = useMemo(() => getDistinctNames(rows), [rows]);
  const allMeasures = useMemo(() => [...measures, ...tableOnlyMeasures], [measures, tableOnlyMeasures]);
  const columns = useMemo(
    (): Column<MeasuredRow>[] => [
      {
        id: 'name',
        header: nameTitle,
        cell: ({ id }) => names.get(id) ?? '',
        sortValue: ({ id }) => names.get(id) ?? '',
      },
      ...allMeasures.map(({ key, name, kind }): Column<MeasuredRow> => ({
        id: key,
        header: name,
        cell: ({ values }) =>
          values[key] == null ? (
            <span className={styles.undefined}>{chartMessages.undefinedMeasure}</span>
          ) : (
            formatMeasure(kind, values[key], chartMessages.undefinedMeasure)
          ),
        sortValue: ({ values }) => values[key],
        align: 'end',
        width: '76px',
      })),
    ],
    [nameTitle, names, allMeasures, styles.undefined],
  );
  const sortedRows = useMemo(() => {
    const getValue = columns.find(({ id }) => id === sort?.columnId)?.sortValue;
    return sort && getValue ? sortRows(rows, getValue, sort.direction) : rows;
  }, [rows, columns, sort]);
  const actions = useCallback(
    (row: MeasuredRow) => (onOpen ? [{ label: openLabel, icon: <ImagesIcon />, onClick: () => onOpen(row) }] : []),
    [onOpen, openLabel],
  );
  const hasSharedNames = rows.some(({ id, name }) => names.get(id) !== name);
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.column}>
          <LazyLabelChart label={label} nameTitle={nameTitle} rows={sortedRows} measures={measures} onOpen={onOpen} />
        </div>
        <div className={styles.column}>
          <DataTable
            label={label}
            columns={columns}
            rows={rows}
            rowId={getRowId}
            sort={sort}
            onSortChange={onSortChange}
            rowActions={onOpen && actions}
            actionsWidth="72px"
          />
        </div>
      </div>
      {hasSharedNames && <p className={styles.hint}>{evaluationMessages.duplicateNames}</p>}
      <DownloadCsvButton
        fileName={fileName}
        header={['id', nameTitle, ...allMeasures.map(({ name }) => name)]}
        getRows={() => sortedRows.map(({ id, name, values }) => [id, name, ...allMeasures.map(({ key }) => values[key] ?? null)])}
      />
    </>
  );
}

const getRowId = ({ id }: MeasuredRow) => id;
