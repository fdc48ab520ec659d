import { permissionOf } from '@console/shared-auth';
import type { Dataset } from '@console/shared-contract/api';
import { DeleteIcon, DownloadIcon, formatDateTime, MergeIcon } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { TwoLines } from '../exchange/two-lines';
import { versionsMessages as texts } from './versions-messages';
import { getVersionName, getVersionOrigin } from './version-name';
import { useVersions } from './versions.queries';

const columns: readonly Column<Dataset>[] = [
  {
    id: 'name',
    header: texts.columns.name,
    // Show the origin below the name. A separate column would not fit into a narrow window.
    cell: (version) => <TwoLines name={getVersionName(version)} details={describeVersion(version)} />,
    sortValue: getVersionName,
  },
  {
    id: 'made',
    header: texts.columns.created,
    cell: ({ created }) => formatDateTime(created),
    sortValue: ({ created }) => created,
    width: '148px',
  },
  {
    id: 'by',
    header: texts.columns.creator,
    cell: ({ created_by: creator }) => creator?.username ?? texts.unknownUser,
    width: '104px',
  },
];

const describeState = ({ state, error }: Dataset) => (state === 'failed' ? texts.failedBecause(error) : texts.state[state]);

const describeVersion = (version: Dataset) =>
  `${getVersionOrigin(version)}, ${version.state === 'ready' ? texts.count(version.pictures) : describeState(version)}`;

const getRowId = ({ id }: Dataset) => id;

interface VersionListProps {
  onExport: (version: Dataset) => void;
  onCompare: (version: Dataset) => void;
  onDelete: (version: Dataset) => void;
}

/** Lists the versions of the workspace, including versions that trainings created. */
export function VersionList({ onExport, onCompare, onDelete }: VersionListProps) {
  const { data, error, refetch } = useVersions();
  return (
    <DataTable
      label={texts.title}
      columns={columns}
      rows={data}
      rowId={getRowId}
      error={error}
      onRetry={() => void refetch()}
      empty={texts.none}
      actionsWidth="128px"
      rowActions={(version) => [
        {
          label: texts.export,
          icon: <DownloadIcon />,
          permission: permissionOf<'POST /recognition/v2/training-image/export'>('manage'),
          onClick: () => onExport(version),
          disabled: version.state !== 'ready',
        },
        { label: texts.compare, icon: <MergeIcon />, onClick: () => onCompare(version), disabled: version.state !== 'ready' },
        // Disabled for versions on which a model was trained. The model must be deleted first.
        {
          label: texts.remove,
          icon: <DeleteIcon />,
          permission: permissionOf<'DELETE /recognition/v2/dataset/{id}'>('manage'),
          onClick: () => onDelete(version),
          disabled: version.state === 'making' || (version.training?.model ?? null) !== null,
        },
      ]}
    />
  );
}
