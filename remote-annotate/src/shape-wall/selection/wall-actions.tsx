import { useCanCall } from '@console/shared-auth';
import type { LabelledShape } from '@console/shared-contract/api';
import { Button, LinkButton, makeStyles, tokens } from '@console/shared-ui/basics';
import {
  AddToGoldButton,
  BulkActions,
  countSelected,
  useBulkChange,
  type BulkDialogProps,
  type ListSelection,
} from '@console/shared-ui/bulk';
import { useMemo, useState } from 'react';
import { wallMessages, wallSendBackMessages } from '../data/wall-messages';
import { wallChanges, type ShapeFilter, type ShapeTarget } from '../data/wall.queries';
import { getShapePath } from '../data/shape-path';
import { DeleteDialog } from './delete-dialog';
import { RelabelDialog } from './relabel-dialog';
import { SendBackShapesDialog } from './send-back-shapes';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '32px',
    // Keep the actions visible on a phone, where the wall fills the screen.
    position: 'sticky',
    bottom: 0,
    zIndex: 2,
    paddingBlock: tokens.spacingVerticalS,
    backgroundColor: tokens.colorNeutralBackground3,
  },
});

interface WallActionsProps {
  selection: ListSelection;
  filter: ShapeFilter;
  /** Number of shapes that "select all" would select. */
  total: number;
  /** The selected shape if exactly one is selected, otherwise null. */
  single: LabelledShape | null;
  /** Ids of the images of the selected shapes. Empty if all shapes are selected, because not all of them are loaded. */
  images: readonly string[];
  /** Id of the label whose key was pressed. Null if no label key was pressed. */
  typedLabel: string | null;
  onTypedLabelDone: () => void;
  onShowSimilar: (shape: LabelledShape) => void;
}

/** The actions for the selected shapes. */
export function WallActions(props: WallActionsProps) {
  const { selection, filter, total, single, images, typedLabel, onTypedLabelDone, onShowSimilar } = props;
  const styles = useStyles();
  const [isSendingBack, setSendingBack] = useState(false);
  const canChange = useCanCall<'POST /annotate/v2/labelled-shape/change'>('annotate');
  const canSendBack = useCanCall<'POST /annotate/v2/labelled-shape/send-back'>('review');
  const canAddToGold = useCanCall<'POST /annotate/v2/gold/'>('manage');
  const typedRelabel = useBulkChange(wallChanges);
  const target: ShapeTarget = selection.all ? { filter } : { ids: [...selection.ids] };
  const count = countSelected(selection, total);
  const applyTypedLabel = async (input: string) => {
    const isDone = await typedRelabel.apply({ name: 'relabel', target, input });
    if (isDone === null) return;
    onTypedLabelDone();
    if (isDone) selection.clear();
  };
  const dialogs = useMemo(
    () => ({
      relabel: (props: BulkDialogProps<ShapeFilter>) => <RelabelDialog initialLabel="" {...props} />,
      delete: (props: BulkDialogProps<ShapeFilter>) => <DeleteDialog {...props} />,
    }),
    [],
  );
  return (
    <div role="group" aria-label={wallMessages.actions} className={styles.bar}>
      <BulkActions
        list={{ selection, filter, total }}
        bulk={wallChanges}
        available={canChange ? ['relabel', 'delete'] : []}
        dialogs={dialogs}
        hasRangeSelection={false}
      />
      {canSendBack && !selection.all && selection.ids.size > 0 && (
        <Button size="small" onClick={() => setSendingBack(true)}>
          {wallSendBackMessages.button}
        </Button>
      )}
      {canAddToGold && <AddToGoldButton kind="images" ids={images} size="small" />}
      {single && (
        <>
          <LinkButton size="small" to={getShapePath(single)}>
            {wallMessages.open}
          </LinkButton>
          <Button size="small" onClick={() => onShowSimilar(single)}>
            {wallMessages.similar}
          </Button>
        </>
      )}
      {canChange && typedLabel !== null && (
        <RelabelDialog
          target={target}
          title={wallChanges.messages.titles.relabel(count)}
          submitLabel={wallChanges.messages.labels.relabel}
          busy={typedRelabel.isPending}
          progress={typedRelabel.changedCount > 0 ? wallChanges.messages.progress(typedRelabel.changedCount, count) : undefined}
          initialLabel={typedLabel}
          onSubmit={(input) => void applyTypedLabel(input)}
          onClose={onTypedLabelDone}
        />
      )}
      {isSendingBack && (
        <SendBackShapesDialog
          shapes={[...selection.ids]}
          onSent={() => {
            setSendingBack(false);
            selection.clear();
          }}
          onClose={() => setSendingBack(false)}
        />
      )}
    </div>
  );
}
