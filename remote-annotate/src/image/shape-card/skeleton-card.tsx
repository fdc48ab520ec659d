import { VISIBILITY, type Visibility } from '@console/shared-contract/skeleton';
import { Button, Facts, makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import { listLabels, type SkeletonShape } from '../../editor';
import { useTopic } from '../../editor/view/layer/use-topic';
import { getSkeletonBounds, listPoints, withVisibility } from '../../shape-kinds/skeleton/skeleton-data';
import { skeletonMessages as messages } from '../../shape-kinds/skeleton/skeleton-messages';
import { getSkeletonTemplate } from '../../shape-kinds/skeleton/skeleton-templates';
import { shapeMessages } from '../../text/shape-messages';
import { AttributeSection } from '../attributes/attribute-section';
import { useScreen } from '../context/screen-context';
import { KeyTooltip } from '../keys/key-tooltip';
import { LabelSelect } from '../labels/label-select';
import { SimilarToShape } from '../similar/similar';
import { ShapeFrame } from './card-frame';
import { ShapeCrop } from './shape-crop';

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  points: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  point: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  name: {
    flexGrow: 1,
    minWidth: 0,
    justifyContent: 'flex-start',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    fontWeight: tokens.fontWeightRegular,
  },
  picked: { fontWeight: tokens.fontWeightSemibold },
  state: { width: '112px', flexShrink: 0 },
});

const VISIBILITIES: readonly Visibility[] = [VISIBILITY.visible, VISIBILITY.occluded, VISIBILITY.absent];

/** The card of a skeleton: its label, commands, and the state of each point. */
export function SkeletonCard({ shape }: { shape: SkeletonShape }) {
  const styles = useStyles();
  const { editor } = useScreen();
  const labels = useTopic(editor.topics.labels);
  const isLocked = useTopic(editor.topics.locked).has(shape.id);
  const isDisabled = editor.isReadOnly || isLocked;
  const template = getSkeletonTemplate(shape.labelId);
  const points = listPoints(shape.data);
  const presentCount = points.filter(({ visibility }) => visibility !== VISIBILITY.absent).length;
  const { minX, minY, maxX, maxY } = getSkeletonBounds(shape.data);
  return (
    <ShapeFrame shape={shape}>
      <LabelSelect shapes={[shape]} labels={listLabels(labels, 'skeleton')} />
      <AttributeSection shapes={[shape]} labels={listLabels(labels, 'skeleton')} />
      <div className={styles.buttons}>
        <KeyTooltip label={messages.swapSides} action="swap-sides">
          <Button
            size="small"
            disabled={isDisabled || !template?.pairs?.length}
            onClick={() => editor.transformSelected('swap-sides')}
          >
            {messages.swapSides}
          </Button>
        </KeyTooltip>
        <KeyTooltip label={messages.mirror} action="mirror">
          <Button size="small" disabled={isDisabled} onClick={() => editor.transformSelected('mirror')}>
            {messages.mirror}
          </Button>
        </KeyTooltip>
      </div>
      <SkeletonPoints shape={shape} isDisabled={isDisabled} />
      <ShapeCrop shape={shape} />
      <Facts
        values={{
          [shapeMessages.pointCount]: messages.presentPoints(presentCount, points.length),
          [shapeMessages.boundingBox]: [minX, minY, maxX, maxY].join(', '),
          [shapeMessages.id]: shape.serverId ?? shapeMessages.unsaved,
        }}
      />
      <SimilarToShape key={shape.id} shape={shape} />
    </ShapeFrame>
  );
}

function SkeletonPoints({ shape, isDisabled }: { shape: SkeletonShape; isDisabled: boolean }) {
  const styles = useStyles();
  const { editor } = useScreen();
  const pickedIndex = useTopic(editor.topics.vertex);
  const template = getSkeletonTemplate(shape.labelId);
  const points = listPoints(shape.data);
  const presentCount = points.filter(({ visibility }) => visibility !== VISIBILITY.absent).length;
  return (
    <ul className={styles.points} aria-label={shapeMessages.pointCount}>
      {points.map(({ visibility }, index) => {
        const name = template?.points[index]?.name ?? messages.unnamedPoint(index);
        const isLastPresent = presentCount === 1 && visibility !== VISIBILITY.absent;
        return (
          <li key={name} className={styles.point}>
            <Button
              size="small"
              appearance="transparent"
              className={mergeClasses(styles.name, pickedIndex === index && styles.picked)}
              aria-pressed={pickedIndex === index}
              disabled={isDisabled || visibility === VISIBILITY.absent}
              onClick={() => editor.pickPoint(index)}
            >
              {name}
            </Button>
            <Select
              size="small"
              className={styles.state}
              aria-label={messages.stateOf(name)}
              disabled={isDisabled}
              value={String(visibility)}
              onChange={(_, { value }) => {
                const newVisibility = VISIBILITIES.find((candidate) => String(candidate) === value);
                if (newVisibility !== undefined)
                  editor.document.setData(shape.id, withVisibility(shape.data, index, newVisibility, template));
              }}
            >
              {VISIBILITIES.map((listedVisibility) => (
                <option
                  key={listedVisibility}
                  value={listedVisibility}
                  disabled={isLastPresent && listedVisibility === VISIBILITY.absent}
                >
                  {messages.states[listedVisibility]}
                </option>
              ))}
            </Select>
          </li>
        );
      })}
    </ul>
  );
}
