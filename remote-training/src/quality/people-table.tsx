import type { QualityMeasure, QualityPerson, QualityReport } from '@console/shared-contract/api';
import { permissionOf } from '@console/shared-auth';
import { Badge, Caption1, ConfirmDialog, EmptyState, LockIcon, StartIcon } from '@console/shared-ui/basics';
import { DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import { DataTable, type Column, type RowAction } from '@console/shared-ui/table';
import { DecisionBadge } from './decision-badge';
import { createEstimateColumns } from './estimate-columns';
import { getName } from './estimates';
import { qualityMessages as messages } from './quality-messages';
import { setPaused, type Pause } from './quality.queries';

const createColumns = (
  people: readonly QualityPerson[],
  measure: QualityMeasure,
  target: number | null,
): Column<QualityPerson>[] => [
  {
    id: 'name',
    header: messages.columns.user,
    cell: ({ user, paused }) => (
      <>
        {getName(user, 'user')}{' '}
        {paused && (
          <Badge appearance="tint" color="warning">
            {messages.paused}
          </Badge>
        )}
      </>
    ),
    sortValue: ({ user }) => getName(user, 'user'),
    width: '170px',
  },
  {
    id: 'decision',
    header: messages.columns.decision,
    cell: ({ decision }) => <DecisionBadge decision={decision} />,
    sortValue: ({ decision }) => decision?.result ?? '',
    width: '190px',
  },
  ...createEstimateColumns(people, measure, target),
  {
    id: 'appeals',
    header: messages.columns.appeals,
    cell: ({ open_appeals: appeals }) => String(appeals),
    sortValue: ({ open_appeals: appeals }) => appeals,
    align: 'end',
    width: '96px',
  },
];

interface PeopleTableProps {
  report: QualityReport;
  measure: QualityMeasure;
  /** The job in which annotators can be paused; undefined in the report of a task. */
  job: string | undefined;
  /** Opens the items behind a row. Undefined if the user may not see them. */
  onOpen: ((person: QualityPerson) => void) | undefined;
}

/** The measure of each annotator with its interval and the decision on the target. Managers pause annotators of a job here. */
export function PeopleTable({ report: { people, target, task }, measure, job: jobId, onOpen }: PeopleTableProps) {
  const dialog = useDialog<QualityPerson>();
  const pauseWrite = useWrite({
    send: setPaused,
    success: (_, { name, paused }: PauseInput) => ({ title: paused ? messages.pauseDone(name) : messages.resumeDone(name) }),
    failure: ({ name, paused }) => (paused ? messages.pauseFailed(name) : messages.resumeFailed(name)),
    getKey: ({ user }) => user,
  });
  const jobType = task.domain === 'similarity' ? ('similarity' as const) : ('image' as const);
  const sendPause = (person: QualityPerson, isPaused: boolean) =>
    pauseWrite.send({
      type: jobType,
      job: jobId ?? '',
      user: person.user.id,
      paused: isPaused,
      name: getName(person.user, 'user'),
    });
  const getRowActions = (person: QualityPerson): RowAction[] => [
    {
      label: person.paused ? messages.resume : messages.pause,
      rowName: getName(person.user, 'user'),
      icon: person.paused ? <StartIcon /> : <LockIcon />,
      permission: permissionOf<'PUT /annotate/v2/imagejob/{id}/pause'>('manage'),
      disabled: person.user.username === null || pauseWrite.isPendingFor(person.user.id),
      onClick: () => (person.paused ? void sendPause(person, false) : dialog.open(person)),
    },
  ];
  return (
    <>
      <DataTable
        label={messages.sections.people}
        columns={createColumns(people, measure, target)}
        rows={people}
        rowId={({ user }) => user.id}
        defaultSort={{ columnId: 'value', direction: 'ascending' }}
        rowActions={jobId === undefined ? undefined : getRowActions}
        actionsWidth="56px"
        onRowClick={onOpen}
        empty={<EmptyState>{messages.noPeople}</EmptyState>}
      />
      {jobId === undefined && people.length > 0 && <Caption1>{messages.pauseHint}</Caption1>}
      <DialogSlot dialog={dialog}>
        {(person, close) => (
          <ConfirmDialog
            title={messages.pauseTitle(getName(person.user, 'user'))}
            confirmLabel={messages.pause}
            onCancel={close}
            onConfirm={() => {
              void sendPause(person, true);
              close();
            }}
          >
            {messages.pauseText(getName(person.user, 'user'))}
          </ConfirmDialog>
        )}
      </DialogSlot>
    </>
  );
}

interface PauseInput extends Pause {
  name: string;
}
