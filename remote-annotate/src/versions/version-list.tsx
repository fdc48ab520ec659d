import type { Dataset } from '@console/shared-contract/api';
import { DeleteIcon, DownloadIcon, formatDateTime, MergeIcon } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { TwoLines } from '../exchange/two-lines';
import { versionsMessages as words } from './versions-messages';
import { nameOf, originOf } from './version-name';
import { useVersions } from './versions.queries';

const columns: readonly Column<Dataset>[] = [
  {
    id: 'name',
    header: words.columns.name,
    // The origin is below the name, because a separate column would not be visible in a narrow window.
    cell: (version) => <TwoLines name={nameOf(version)} below={aboutOf(version)} />,
    sortValue: nameOf,
  },
  {
    id: 'made',
    header: words.columns.made,
    cell: ({ created }) => formatDateTime(created),
    sortValue: ({ created }) => created,
    width: '148px',
  },
  { id: 'by', header: words.columns.by, cell: ({ created_by: by }) => by?.username ?? words.nobody, width: '104px' },
];

const stateOf = ({ state, error }: Dataset) => (state === 'failed' ? words.failedBecause(error) : words.state[state]);

const aboutOf = (version: Dataset) =>
  `${originOf(version)}, ${version.state === 'ready' ? words.count(version.pictures) : stateOf(version)}`;

const rowId = ({ id }: Dataset) => id;

interface VersionListProps {
  onExport: (version: Dataset) => void;
  onCompare: (version: Dataset) => void;
  onDelete: (version: Dataset) => void;
}

/** Lists the versions of the workspace, including those created by trainings. */
export function VersionList({ onExport, onCompare, onDelete }: VersionListProps) {
  const { data, error, refetch } = useVersions();
  return (
    <DataTable
      label={words.title}
      columns={columns}
      rows={data}
      rowId={rowId}
      error={error}
      onRetry={() => void refetch()}
      empty={words.none}
      actionsWidth="128px"
      rowActions={(version) => [
        {
          label: words.export,
          icon: <DownloadIcon />,
          onClick: () => onExport(version),
          disabled: version.state !== 'ready',
        },
        { label: words.compare, icon: <MergeIcon />, onClick: () => onCompare(version), disabled: version.state !== 'ready' },
        // A version that a model was trained on cannot be deleted before the model.
        {
          label: words.remove,
          icon: <DeleteIcon />,
          onClick: () => onDelete(version),
          disabled: version.state === 'making' || (version.training?.model ?? null) !== null,
        },
      ]}
    />
  );
}
