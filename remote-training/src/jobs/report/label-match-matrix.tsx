import type { JobWithType, LabelAgreement, LabelMatch, LabelMatchItem } from '@console/shared-contract/api';
import { useWorkspace } from '@console/shared-auth';
import { Caption1, ContentDialog, makeStyles, Subsection, Thumbnail, tokens } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useMemo, useState } from 'react';
import { LabelMatrix } from '../../chart/label-matrix';
import { DownloadCsvButton } from '../../download-csv-button';
import { useLabelMatchItems } from '../data/jobs.queries';
import { TwoLines } from './agreement-columns';
import { agreementMessages } from './job-report-messages';
import { createLabelMatchMatrix, MAX_MATRIX_LABELS } from './label-matches';

const THUMBNAIL_SIZE = 56;
const useStyles = makeStyles({ hint: { color: tokens.colorNeutralForeground3, maxWidth: '80ch' } });

interface LabelMatchMatrixProps {
  job: JobWithType;
  matches: readonly LabelMatch[];
  labels: readonly LabelAgreement[];
  /** Opens the item in the comparison of the users' work. */
  onOpenItem: (image: string) => void;
}

/** A matrix of the labels that users gave to the same objects. A cell opens the items behind its number. */
export function LabelMatchMatrix({ job, matches, labels, onOpenItem }: LabelMatchMatrixProps) {
  const styles = useStyles();
  const [openPair, setOpenPair] = useState<readonly [string, string] | null>(null);
  const matrix = useMemo(() => createLabelMatchMatrix(matches), [matches]);
  const names = useMemo(() => new Map(labels.map(({ label, name }) => [label, name])), [labels]);
  const getLabelName = (id: string | null) => names.get(id ?? '') ?? agreementMessages.deletedLabel;
  return (
    <Subsection title={agreementMessages.labelMatches}>
      <Caption1 className={styles.hint}>{agreementMessages.labelMatchesRule}</Caption1>
      {matrix.labelCount > MAX_MATRIX_LABELS && (
        <Caption1>{agreementMessages.mostConfused(MAX_MATRIX_LABELS, matrix.labelCount)}</Caption1>
      )}
      <DownloadCsvButton
        fileName={`${job.name} ${agreementMessages.labelMatchesFile}.csv`}
        header={[agreementMessages.first, agreementMessages.second, agreementMessages.objects]}
        getRows={() => matches.map(({ first, second, count }) => [getLabelName(first), getLabelName(second), count])}
      />
      <LabelMatrix
        label={agreementMessages.labelMatches}
        corner={agreementMessages.labelByLabel}
        labelIds={matrix.labelIds}
        getCount={matrix.getCount}
        getLabelName={getLabelName}
        getCellName={agreementMessages.labelMatchCell}
        onOpen={(row, column) => setOpenPair([row ?? '', column ?? ''])}
      />
      {openPair && (
        <LabelMatchDialog
          job={job}
          getLabelName={getLabelName}
          onOpenItem={onOpenItem}
          pair={openPair}
          onClose={() => setOpenPair(null)}
        />
      )}
    </Subsection>
  );
}

interface LabelMatchDialogProps extends Pick<LabelMatchMatrixProps, 'job' | 'onOpenItem'> {
  pair: readonly [string, string];
  getLabelName: (id: string) => string;
  onClose: () => void;
}

const getItemId = ({ image, first, second, first_label }: LabelMatchItem) => `${image} ${first.id} ${second.id} ${first_label}`;

/** The items with objects to which users gave the two labels of a cell. Clicking a row opens the comparison of the users' work. */
function LabelMatchDialog({ job, pair, getLabelName, onOpenItem, onClose }: LabelMatchDialogProps) {
  const blur = useWorkspace().workspace?.blur_images ?? false;
  const columns: Column<LabelMatchItem>[] = [
    {
      id: 'thumb',
      header: agreementMessages.image,
      cell: ({ thumb_img_path: src }) => (
        <Thumbnail src={src} alt="" width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} blur={blur} />
      ),
      width: `${THUMBNAIL_SIZE}px`,
    },
    { id: 'item', header: agreementMessages.fileName, cell: ({ file_name, image }) => file_name ?? image },
    {
      id: 'users',
      header: agreementMessages.users,
      cell: ({ first, second }) => <TwoLines first={first.username} second={second.username} />,
    },
    {
      id: 'labels',
      header: agreementMessages.theirLabels,
      cell: (row) => <TwoLines first={getLabelName(row.first_label)} second={getLabelName(row.second_label)} />,
    },
    {
      id: 'count',
      header: agreementMessages.objects,
      cell: ({ count }) => count.toLocaleString('en'),
      align: 'end',
      width: '72px',
    },
  ];
  return (
    <ContentDialog
      title={agreementMessages.labelMatchTitle(getLabelName(pair[0]), getLabelName(pair[1]))}
      maxWidth="min(860px, 96vw)"
      onClose={onClose}
    >
      <QueryState
        query={useLabelMatchItems(job.id, pair)}
        isEmpty={(rows) => rows.length === 0}
        empty={agreementMessages.noLabelMatches}
      >
        {(rows) => (
          <DataTable
            label={agreementMessages.disagreements}
            columns={columns}
            rows={rows}
            rowId={getItemId}
            onRowClick={({ image }) => onOpenItem(image)}
          />
        )}
      </QueryState>
    </ContentDialog>
  );
}
