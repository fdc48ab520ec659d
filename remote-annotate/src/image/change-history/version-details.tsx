import {
  Button,
  Caption1,
  formatDateTime,
  HideIcon,
  Link,
  makeStyles,
  Permitted,
  tokens,
  UndoIcon,
} from '@console/shared-ui/basics';
import {
  describeVersion,
  getSource,
  getUserName,
  historyMessages,
  type NamedRows,
  type Version,
} from '@console/shared-ui/history';
import { useScreen } from '../context/screen-context';
import { getListedName } from '../labels/label-names';
import { changeHistoryMessages as texts } from './change-history-messages';
import { listChangedShapes } from './changed-shapes';

const useStyles = makeStyles({
  details: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: 'anywhere',
  },
  note: { color: tokens.colorNeutralForeground3 },
  links: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalM },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, marginTop: tokens.spacingVerticalXS },
});

interface VersionDetailsProps {
  version: Version;
  names: NamedRows;
  /** Row id of the shape whose history is shown; null for the complete image. */
  shapeId: string | null;
  isCurrent: boolean;
  canRestore: boolean;
  onShape: (id: string) => void;
  onRestore: () => void;
  onHide: () => void;
}

/** The changes of the chosen version, and buttons for actions on it. */
export function VersionDetails({
  version,
  names,
  shapeId,
  isCurrent,
  canRestore,
  onShape,
  onRestore,
  onHide,
}: VersionDetailsProps) {
  const styles = useStyles();
  const { editor } = useScreen();
  const { summary, fields } = describeVersion(version, names);
  const changedShapeIds = shapeId === null ? listChangedShapes(version) : [];
  const getName = (id: string) => {
    const currentShape = editor.document.findByServerId(id);
    return currentShape
      ? getListedName(currentShape, editor.document.getShapes(), editor.topics.labels.getSnapshot())
      : texts.deletedShape;
  };
  return (
    <section aria-label={texts.chosen} aria-live="polite" className={styles.details}>
      <strong>{summary}</strong>
      {fields.map((field, index) => (
        <Caption1 key={index}>{field}</Caption1>
      ))}
      <Caption1 className={styles.note}>
        {[`${formatDateTime(version.set.created)} UTC`, getUserName(version), getSource(version), isCurrent ? texts.current : '']
          .filter(Boolean)
          .join(' · ')}
      </Caption1>
      {changedShapeIds.length > 0 && (
        <div className={styles.links}>
          {changedShapeIds.map((id) => (
            <Link key={id} as="button" onClick={() => onShape(id)}>
              {texts.historyOf(getName(id))}
            </Link>
          ))}
        </div>
      )}
      <div className={styles.actions}>
        <Permitted<'POST /history/v2/restore-version'> permission="annotate">
          <Button size="small" icon={<UndoIcon />} disabledFocusable={!canRestore} onClick={onRestore}>
            {historyMessages.restore}
          </Button>
        </Permitted>
        <Button size="small" appearance="subtle" icon={<HideIcon />} onClick={onHide}>
          {texts.hide}
        </Button>
      </div>
    </section>
  );
}
