import type { Disagreement, JobWithType } from '@console/shared-contract/api';
import { useWorkspace } from '@console/shared-auth';
import { Caption1, EmptyState, makeStyles, Subsection, Thumbnail, tokens } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useEffect, useMemo, useRef } from 'react';
import { DownloadCsvButton } from '../../download-csv-button';
import { createRatioColumn, NO_OVERLAP, USERS_COLUMN } from './agreement-columns';
import { agreementMessages } from './job-report-messages';
import type { ReportProps } from './job-report';

/** Maximum number of disagreements that the server returns. */
const MAX_LISTED_ITEMS = 1000;
const THUMBNAIL_SIZE = 56;
const useStyles = makeStyles({
  hint: { color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
  // Padding that separates the thumbnails of adjacent rows.
  thumbnail: { display: 'block', paddingBlock: tokens.spacingVerticalSNudge },
});

const getItemId = ({ image, first, second }: Disagreement) => `${image} ${first.id} ${second.id}`;
/** Returns the file name of the image, or its id if there is no file name. */
const getName = ({ file_name, image }: Disagreement) => file_name ?? image;
const formatLabels = ({ label_names: names = [] }: Disagreement) => names.join(', ');

/** Returns 1 - (annotations that both users have / annotations that at least one of them has). The server sorts by the same value. */
function computeDifference({ labels, shapes, attributes = NO_OVERLAP }: Disagreement): number {
  const comparedCount = labels.all + shapes.all + attributes.all;
  return comparedCount === 0 ? 0 : 1 - (labels.same + shapes.same + attributes.same) / comparedCount;
}

const createColumns = (blur: boolean): Column<Disagreement>[] => [
  {
    id: 'thumb',
    header: agreementMessages.image,
    cell: (row) => <ItemThumbnail src={row.thumb_img_path} blur={blur} />,
    width: `${THUMBNAIL_SIZE}px`,
  },
  { id: 'item', header: agreementMessages.fileName, cell: getName, sortValue: getName },
  {
    id: 'difference',
    header: agreementMessages.difference,
    cell: (row) => agreementMessages.percent(computeDifference(row)),
    sortValue: computeDifference,
    align: 'end',
  },
  { id: 'concerned', header: agreementMessages.concerned, cell: formatLabels, sortValue: formatLabels },
  USERS_COLUMN,
  ...(['labels', 'shapes', 'attributes'] as const).map(createRatioColumn),
];

function ItemThumbnail({ src, blur }: { src: string | undefined; blur: boolean }) {
  const styles = useStyles();
  return (
    <span className={styles.thumbnail}>
      <Thumbnail src={src} alt="" width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} blur={blur} />
    </span>
  );
}

const CSV_HEADER = [
  ...[agreementMessages.item, agreementMessages.fileName, agreementMessages.difference, agreementMessages.concerned],
  ...[agreementMessages.first, agreementMessages.second],
  ...['same labels', 'all labels', 'same shapes', 'all shapes', 'same attributes', 'all attributes'],
];

interface DisagreementListProps extends Pick<ReportProps, 'params'> {
  job: JobWithType;
  disagreements: readonly Disagreement[];
  /** Number of compared pairs of users' annotations. */
  compared: number;
  /** Id of the image that was open before the list appeared, whose row gets the focus; '' for none. */
  lastImage: string;
}

/** The items that users of a job have annotated differently, the largest difference first. A click on a row opens its image. */
export function DisagreementList({ job, disagreements, compared: comparedCount, lastImage, params }: DisagreementListProps) {
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const columns = useMemo(() => createColumns(blur), [blur]);
  const lastRow = disagreements.find(({ image }) => image === lastImage);
  useEffect(() => {
    if (lastImage === '') return;
    // In a long list, the selected row may not be rendered.
    const row = list.current?.querySelector<HTMLElement>('tr[aria-selected="true"]');
    (row ?? list.current)?.focus();
  }, [lastImage]);
  return (
    <Subsection ref={list} title={agreementMessages.disagreements} count={disagreements.length}>
      {disagreements.length === 0 ? (
        <EmptyState>{agreementMessages.noDisagreements(comparedCount)}</EmptyState>
      ) : (
        <>
          <DownloadCsvButton
            fileName={`${job.name} ${agreementMessages.file}.csv`}
            header={CSV_HEADER}
            getRows={() =>
              disagreements.map((row) => [
                ...[row.image, row.file_name ?? '', computeDifference(row), formatLabels(row)],
                ...[row.first.username, row.second.username],
                ...[row.labels, row.shapes, row.attributes ?? NO_OVERLAP].flatMap(({ same, all }) => [same, all]),
              ])
            }
          />
          <DataTable
            label={agreementMessages.disagreements}
            columns={columns}
            rows={disagreements}
            rowId={getItemId}
            activeId={lastRow && getItemId(lastRow)}
            sort={params.values.reportSort}
            onSortChange={(reportSort) => params.set({ reportSort })}
            onRowClick={({ image }) => params.set({ item: image })}
          />
          <Caption1 className={styles.hint}>{agreementMessages.differenceRule}</Caption1>
        </>
      )}
      {disagreements.length === MAX_LISTED_ITEMS && (
        <Caption1 className={styles.hint}>{agreementMessages.truncated(MAX_LISTED_ITEMS)}</Caption1>
      )}
    </Subsection>
  );
}
