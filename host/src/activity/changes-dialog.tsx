import type { Change, ChangeSet } from '@console/shared-contract/api';
import {
  Button,
  Caption1,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  formatDateTime,
} from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { MAX_CHANGES, useChanges } from './activity.queries';
import { describeSet, listFields, type FieldChange } from './describe-changes';
import { activityMessages } from './messages';

const { details } = activityMessages;

/** A changed field of a row. */
interface FieldRow extends FieldChange {
  key: string;
  kind: string;
  row: string;
}

function toFieldRows(change: Change): FieldRow[] {
  const kind = `${activityMessages.operations[change.operation]}: ${activityMessages.kinds[change.kind][0]}`;
  const fields = listFields(change);
  const shownFields = fields.length > 0 ? fields : [{ field: '', before: '', after: '' }];
  return shownFields.map((field) => ({ ...field, key: `${change.id} ${field.field}`, kind, row: change.row }));
}

const columns: readonly Column<FieldRow>[] = [
  { id: 'kind', header: details.columns.kind, width: '180px', cell: ({ kind }) => kind },
  { id: 'field', header: details.columns.field, width: '150px', cell: ({ field }) => field },
  { id: 'before', header: details.columns.before, width: '200px', cell: ({ before }) => before },
  { id: 'after', header: details.columns.after, width: '200px', cell: ({ after }) => after },
  { id: 'row', header: details.columns.row, width: '120px', cell: ({ row }) => row },
];

/** Dialog with the changed fields of a change set. */
export function ChangesDialog({ set, onClose }: { set: ChangeSet; onClose: () => void }) {
  const { data, error, refetch } = useChanges(set.id);
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface style={{ maxWidth: 'min(1100px, 96vw)', width: '96vw' }}>
        <DialogBody>
          <DialogTitle>{details.title}</DialogTitle>
          <DialogContent>
            <Caption1 block>{`${formatDateTime(set.created)} · ${describeSet(set)}`}</Caption1>
            <DataTable
              label={details.title}
              columns={columns}
              rows={data?.flatMap(toFieldRows)}
              rowId={({ key }) => key}
              error={error}
              failed={details.failed}
              onRetry={() => void refetch()}
              empty={details.empty}
            />
            {data?.length === MAX_CHANGES && <Caption1 block>{details.truncated(MAX_CHANGES)}</Caption1>}
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" autoFocus onClick={onClose}>
              {details.close}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
