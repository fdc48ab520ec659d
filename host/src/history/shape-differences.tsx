import { listSkeletonPositions } from '@console/shared-contract/skeleton';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { listShapes, type ShapeState, type Version } from '@console/shared-ui/history';
import { historyPageMessages } from './messages';

const { picture } = historyPageMessages;
const useStyles = makeStyles({
  frame: { display: 'block', width: '100%', maxHeight: '60vh', backgroundColor: tokens.colorNeutralBackground3 },
  shape: { fill: 'none', vectorEffect: 'non-scaling-stroke', strokeWidth: '2px' },
  before: { stroke: '#ff5c6c', strokeDasharray: '6 4' },
  after: { stroke: '#3ddc84' },
  legend: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, paddingBlock: tokens.spacingVerticalS },
  entry: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

interface ShapeDifferencesProps {
  version: Version;
  image: { img_path: string; img_width: number; img_height: number };
}

/** The image with the changed shapes of a version: dashed before the change, solid after it. */
export function ShapeDifferences({ version, image }: ShapeDifferencesProps) {
  const styles = useStyles();
  const { img_path: url, img_width: width, img_height: height } = image;
  const [before, after] = [listShapes(version, 'before'), listShapes(version, 'after')];
  const radius = Math.max(width, height) / 100;
  return (
    <>
      <svg role="img" aria-label={picture.label} viewBox={`0 0 ${width} ${height}`} className={styles.frame}>
        <image href={url} width={width} height={height} />
        <g className={styles.before}>
          {before.map((shape) => (
            <Outline key={shape.key} shape={shape} radius={radius} />
          ))}
        </g>
        <g className={styles.after}>
          {after.map((shape) => (
            <Outline key={shape.key} shape={shape} radius={radius} />
          ))}
        </g>
      </svg>
      {before.length + after.length === 0 ? (
        <p>{picture.noShapes}</p>
      ) : (
        <div className={styles.legend}>
          <LegendEntry className={styles.before} text={picture.before} />
          <LegendEntry className={styles.after} text={picture.after} />
        </div>
      )}
    </>
  );
}

function Outline({ shape: { kind, data }, radius }: { shape: ShapeState; radius: number }) {
  const { shape: className } = useStyles();
  const [x = 0, y = 0, right = 0, bottom = 0] = data;
  if (kind === 'point') return <circle className={className} cx={x} cy={y} r={radius} />;
  if (kind === 'skeleton')
    return listSkeletonPositions(data).map(([px, py], index) => (
      <circle key={index} className={className} cx={px} cy={py} r={radius / 2} />
    ));
  if (kind === 'polygon') return <polygon className={className} points={data.join(' ')} />;
  return <rect className={className} x={x} y={y} width={Math.max(0, right - x)} height={Math.max(0, bottom - y)} />;
}

function LegendEntry({ className, text }: { className: string; text: string }) {
  const styles = useStyles();
  return (
    <span className={styles.entry}>
      <svg aria-hidden width="32" height="8" className={className}>
        <line x1="0" y1="4" x2="32" y2="4" strokeWidth="2" />
      </svg>
      {text}
    </span>
  );
}
