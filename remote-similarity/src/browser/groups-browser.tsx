import type { GroupRow } from '@console/shared-contract/api';
import type { GroupsBrowserProps } from '@console/shared-contract/federation';
import {
  AddIcon,
  Button,
  ButtonRow,
  makeStyles,
  Permitted,
  RefreshIcon,
  Thumbnail,
  tokens,
  Tooltip,
  TrainTestBadge,
} from '@console/shared-ui/basics';
import { AddToGoldButton, BulkActions } from '@console/shared-ui/bulk';
import { CsvButtons } from '@console/shared-ui/csv';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { ListTable } from '@console/shared-ui/list-section';
import type { Column } from '@console/shared-ui/table';
import { useCanCall, useHasService } from '@console/shared-auth';
import { createGroupExchange } from '../csv/group-exchange';
import { refreshGroups } from '../group-data/membership.queries';
import { commonMessages } from '../common/common-messages';
import { groupListMessages } from '../common/group-list-messages';
import { jobMessages } from './browser-messages';
import { FilterBar } from './filter-bar';
import { BULK_CHANGES, groupBulkChanges } from './group-bulk-changes';
import type { GroupListParams } from './group-filters';
import { GroupsDialog, type GroupsDialogContent } from './groups-dialog';
import { JobBar } from './job-bar';
import { useGroupList } from './use-group-list';
import { useRowActions } from './use-row-actions';

const useStyles = makeStyles({
  browser: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

const columns: Column<GroupRow>[] = [
  { id: 'name', header: commonMessages.columns.name, cell: (group) => group.name, width: 'clamp(150px, 16vw, 480px)' },
  {
    id: 'type',
    header: commonMessages.columns.type,
    cell: (group) => (group.type === null ? '–' : (group.type_name ?? commonMessages.unknown)),
    // With this width, all columns and checkboxes fit into a window of 1,024 pixels, however long type names are.
    width: 'clamp(90px, 10vw, 300px)',
  },
  {
    id: 'test',
    header: commonMessages.columns.testGroup,
    cell: (group) => <TrainTestBadge test={group.test_group} />,
    width: '118px',
  },
  {
    id: 'image',
    header: commonMessages.columns.image,
    cell: (group) => <Thumbnail src={group.thumb_img_path} alt="" width={40} height={40} />,
    width: '64px',
  },
];

const SORTABLE_COLUMNS = ['name', 'type', 'test'];

/** Paged list of groups with filters. Each context in the props, such as a job, adds actions. */
export function GroupsBrowser({ job, params, ...contextProps }: GroupsBrowserProps & { params: GroupListParams }) {
  const styles = useStyles();
  const canVerify = useHasService('annotate');
  const list = useGroupList(params, job?.id);
  const dialog = useDialog<GroupsDialogContent>();
  const getRowActions = useRowActions(contextProps, dialog);
  const hasGroupOrSubject = contextProps.baseGroup !== undefined || contextProps.subject !== undefined;
  const hasNoContext = !job && !hasGroupOrSubject;
  const canAddToJob = useCanCall<'POST /annotate/v2/similarityjob/{id}/add-items'>('manage');
  const canAddToGold = useCanCall<'POST /annotate/v2/gold/'>('manage');
  const emptyJobText = list.values.inJob || !canAddToJob ? jobMessages.noneIn : jobMessages.noneToAdd;
  return (
    <div className={styles.browser}>
      <ButtonRow>
        <Permitted<'POST /similarity/training/v2/group/'> permission="manage">
          <Button appearance="primary" icon={<AddIcon />} onClick={() => dialog.open({ kind: 'create' })}>
            {groupListMessages.create}
          </Button>
        </Permitted>
        <Tooltip content={groupListMessages.refresh} relationship="label">
          <Button icon={<RefreshIcon />} onClick={() => void refreshGroups()} />
        </Tooltip>
        {hasNoContext && (
          <CsvButtons exchange={createGroupExchange(list.isFiltered ? { query: list.filter, total: list.total } : null)} />
        )}
      </ButtonRow>
      <FilterBar list={list} />
      {job && canAddToJob && <JobBar job={job} list={list} onMembershipChange={contextProps.onMembershipChange} />}
      {hasNoContext && (
        <div className={styles.actions}>
          <BulkActions
            list={list}
            bulk={groupBulkChanges}
            available={BULK_CHANGES.filter((change) => change !== 'verify' || canVerify)}
          />
          {canAddToGold && canVerify && (
            <AddToGoldButton kind="groups" ids={list.selection.all ? null : [...list.selection.ids]} />
          )}
        </div>
      )}
      <ListTable
        label={groupListMessages.list}
        list={list}
        columns={columns}
        sortableColumns={SORTABLE_COLUMNS}
        rowActions={getRowActions}
        actionsWidth={hasGroupOrSubject ? '148px' : '112px'}
        isSelectable={job ? canAddToJob : !hasGroupOrSubject}
        empty={job ? emptyJobText : groupListMessages.none}
        noMatch={groupListMessages.noneMatch}
        pager="always"
        formatTotal={groupListMessages.total}
      />
      <DialogSlot dialog={dialog}>{(open, close) => <GroupsDialog dialog={open} {...contextProps} onClose={close} />}</DialogSlot>
    </div>
  );
}
