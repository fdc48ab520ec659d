import type { AttachedLabel } from '@console/shared-contract/api';
import { Button, CloseIcon, makeStyles, SkeletonRows, Text, tokens, Tooltip } from '@console/shared-ui/basics';
import { useRef } from 'react';
import { imageMessages } from '../data/image-messages';
import { useCanAnnotate } from '../context/screen-context';
import { recognitionMessages } from './state/recognition-messages';
import { ConflictWarning } from './conflict-warning';
import { labelIcons } from './label-icons';
import { LabelPicker } from './label-picker';
import { useFocusAfterRemoval } from './use-focus-after-removal';
import type { Labelling } from './state/use-labelling';
import { ValueSlider } from './value-slider';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, margin: 0, padding: 0, listStyleType: 'none' },
  button: { maxWidth: '100%', justifyContent: 'flex-start' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  failed: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** Shows the labels of the image or object, and a picker that adds labels. A click on a label removes it. */
export function PresentLabels({ labelling }: { labelling: Labelling }) {
  const styles = useStyles();
  const canAnnotate = useCanAnnotate();
  const { currentLabels, offeredLabels, tasks } = labelling;
  const columnElement = useRef<HTMLDivElement>(null);
  const onRemoved = useFocusAfterRemoval(columnElement, currentLabels?.length ?? 0);
  if (!currentLabels) return labelling.error ? <LabelsFailed labelling={labelling} /> : <SkeletonRows />;
  const otherLabels = offeredLabels.filter((label) => !currentLabels.some(({ id }) => id === label.id));
  return (
    <div ref={columnElement} className={styles.column}>
      <ConflictWarning present={currentLabels} tasks={tasks} />
      <Text weight="semibold">{currentLabels.length > 0 ? recognitionMessages.labelsPresent : recognitionMessages.noLabels}</Text>
      {currentLabels.length > 0 && (
        <ul className={styles.list}>
          {currentLabels.map((label, index) => (
            <PresentLabel key={label.id} label={label} labelling={labelling} onRemove={() => onRemoved(index)} />
          ))}
        </ul>
      )}
      {labelling.error ? (
        <LabelsFailed labelling={labelling} />
      ) : (
        canAnnotate && <LabelPicker labels={otherLabels} tasks={tasks} onChoose={(label) => labelling.add({ label })} />
      )}
    </div>
  );
}

/** An error about labels or tasks that could not be loaded, with a retry button. */
export function LabelsFailed({ labelling: { isLoading, retry } }: { labelling: Labelling }) {
  const styles = useStyles();
  return (
    <div role="alert" className={styles.failed}>
      <Text>{recognitionMessages.failed}</Text>
      <Button size="small" disabledFocusable={isLoading} onClick={retry}>
        {imageMessages.retry}
      </Button>
    </div>
  );
}

interface PresentLabelProps {
  label: AttachedLabel;
  labelling: Labelling;
  onRemove: () => void;
}

function PresentLabel({ label, labelling, onRemove }: PresentLabelProps) {
  const styles = useStyles();
  const canAnnotate = useCanAnnotate();
  const nameAndValue = label.type === 'value' ? `${label.name}: ${label.value ?? 0}` : label.name;
  return (
    <li>
      {canAnnotate ? (
        <Tooltip content={recognitionMessages.remove(label.name)} relationship="label">
          <Button
            className={styles.button}
            appearance="subtle"
            size="small"
            icon={labelIcons[label.type]}
            onClick={() => {
              onRemove();
              labelling.remove(label);
            }}
          >
            <span className={styles.name}>{nameAndValue}</span>
            <CloseIcon />
          </Button>
        </Tooltip>
      ) : (
        nameAndValue
      )}
      {label.type === 'value' && (
        <ValueSlider label={label} range={labelling.offeredLabels.find(({ id }) => id === label.id)} labelling={labelling} />
      )}
    </li>
  );
}
