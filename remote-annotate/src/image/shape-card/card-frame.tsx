import {
  AddIcon,
  Button,
  CloseIcon,
  ColorSwatch,
  CopyButton,
  DeleteIcon,
  LockIcon,
  makeStyles,
  tokens,
  Tooltip,
  UnlockIcon,
} from '@console/shared-ui/basics';
import { memo, type ReactNode } from 'react';
import type { Shape } from '../../editor';
import { kindMessages } from '../../shape-kinds/kind-messages';
import { shapeMessages } from '../../text/shape-messages';
import { ShapeHistoryButton } from '../change-history/history-button';
import { KeyTooltip } from '../keys/key-tooltip';
import { getShapeColor, getShapeName } from '../labels/label-names';
import { useScreen } from '../context/screen-context';
import { useTopic } from '../../editor/view/layer/use-topic';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
    minWidth: 0,
  },
  // The buttons wrap where the panel is narrow.
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  title: {
    margin: 0,
    flex: '1 1 7em',
    minWidth: 0,
    fontSize: tokens.fontSizeBase400,
    // Limit the title to two lines, because the buttons take most of the width of a narrow panel.
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
});

interface CardFrameProps {
  /** Accessible name of the card. */
  label: string;
  title: string;
  deleteLabel: string;
  duplicateLabel: string;
  lockLabel: string;
  /** Shown before the title. */
  titleIcon?: ReactNode;
  /** Shown before the lock and delete buttons. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a card about the selected shapes: title, buttons, and the given content. */
export function CardFrame({ label, title, titleIcon, actions, children, ...buttonLabels }: CardFrameProps) {
  const styles = useStyles();
  const { editor } = useScreen();
  useTopic(editor.topics.locked);
  const isLocked = editor.unlockedSelectedShapes.length === 0;
  return (
    <section aria-label={label} className={styles.card}>
      <div className={styles.head}>
        {titleIcon}
        <h2 className={styles.title} title={title}>
          {title}
        </h2>
        {actions}
        <CardButtons {...buttonLabels} isLocked={isLocked} />
      </div>
      {children}
    </section>
  );
}

interface CardButtonsProps extends Pick<CardFrameProps, 'deleteLabel' | 'duplicateLabel' | 'lockLabel'> {
  isLocked: boolean;
}

/** Memoized, because these buttons do not change when another shape of the same kind is selected. */
const CardButtons = memo(function CardButtons({ deleteLabel, duplicateLabel, lockLabel, isLocked }: CardButtonsProps) {
  const { editor } = useScreen();
  return (
    <>
      {!editor.isReadOnly && (
        <Tooltip content={duplicateLabel} relationship="label">
          <Button appearance="subtle" icon={<AddIcon />} onClick={() => editor.duplicateSelected()} />
        </Tooltip>
      )}
      <KeyTooltip label={lockLabel} action="lock">
        <Button
          appearance="subtle"
          icon={isLocked ? <LockIcon /> : <UnlockIcon />}
          aria-pressed={isLocked}
          onClick={() => editor.lockSelected()}
        />
      </KeyTooltip>
      {!editor.isReadOnly && (
        <Tooltip content={deleteLabel} relationship="label">
          <Button appearance="subtle" icon={<DeleteIcon />} disabled={isLocked} onClick={() => editor.deleteSelected()} />
        </Tooltip>
      )}
      <Tooltip content={shapeMessages.close} relationship="label">
        <Button appearance="subtle" icon={<CloseIcon />} onClick={() => editor.select(null)} />
      </Tooltip>
    </>
  );
});

/** The frame of a card about one shape, with its name and a button that copies its id. */
export function ShapeFrame({ shape, children }: { shape: Shape; children: ReactNode }) {
  const { editor, layer } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const kindName = kindMessages[shape.kind].name;
  return (
    <CardFrame
      label={kindName}
      title={`${kindName}: ${getShapeName(shape, labels)}`}
      deleteLabel={shapeMessages.delete}
      duplicateLabel={shapeMessages.duplicate}
      lockLabel={shapeMessages.lock}
      // Hide the swatch from screen readers, which would otherwise read a colour code before the name.
      titleIcon={
        <span aria-hidden>
          <ColorSwatch color={getShapeColor(shape, labels)} />
        </span>
      }
      actions={
        shape.serverId && (
          <>
            {!layer && <ShapeHistoryButton id={shape.serverId} />}
            <CopyButton key={shape.serverId} text={shape.serverId} what={shapeMessages.id} />
          </>
        )
      }
    >
      {children}
    </CardFrame>
  );
}
