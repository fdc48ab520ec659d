import { makeStyles, tokens } from '@console/shared-ui/basics';
import { listShapes, type Version } from '@console/shared-ui/history';
import { LineSample, ShapeOutline, type LineStyle } from '@console/shared-ui/shape-outlines';
import { historyPageMessages } from './messages';

const { picture } = historyPageMessages;
const useStyles = makeStyles({
  frame: { display: 'block', width: '100%', maxHeight: '60vh', backgroundColor: tokens.colorNeutralBackground3 },
  legend: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, paddingBlock: tokens.spacingVerticalS },
  entry: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

const STATES = ['before', 'after'] as const;
const LINE_STYLES: Readonly<Record<(typeof STATES)[number], LineStyle>> = {
  before: { stroke: '#ff5c6c', dash: '6 4' },
  after: { stroke: '#3ddc84', dash: undefined },
};

interface ShapeDifferencesProps {
  version: Version;
  image: { img_path: string; img_width: number; img_height: number };
}

/** The image with the changed shapes of a version: dashed before the change, solid after it. */
export function ShapeDifferences({ version, image }: ShapeDifferencesProps) {
  const styles = useStyles();
  const { img_path: url, img_width: width, img_height: height } = image;
  const shapes = STATES.flatMap((state) => listShapes(version, state).map((shape) => ({ state, shape })));
  return (
    <>
      <svg role="img" aria-label={picture.label} viewBox={`0 0 ${width} ${height}`} className={styles.frame}>
        <image href={url} width={width} height={height} />
        {shapes.map(({ state, shape }) => (
          <ShapeOutline
            key={shape.key}
            shape={shape}
            lineStyle={LINE_STYLES[state]}
            title={picture[state]}
            radius={Math.max(width, height) / 100}
          />
        ))}
      </svg>
      {shapes.length === 0 ? (
        <p>{picture.noShapes}</p>
      ) : (
        <div className={styles.legend}>
          {STATES.map((state) => (
            <span key={state} className={styles.entry}>
              <LineSample lineStyle={LINE_STYLES[state]} width={2} />
              {picture[state]}
            </span>
          ))}
        </div>
      )}
    </>
  );
}
