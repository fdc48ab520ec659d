import type { ItemSnapshot, TrainingImage } from '@console/shared-contract/api';
import { makeStyles, tokens } from '@console/shared-ui/basics';
import { jobMessages } from '../../job-messages';

const words = jobMessages.agreement;
/** One for each person, told apart by the strokes too. */
const LOOKS = [
  { stroke: '#2f6fed', dash: undefined },
  { stroke: '#e0752d', dash: '6 4' },
  { stroke: '#2a9d74', dash: '2 3' },
  { stroke: '#b04ad0', dash: '9 3 2 3' },
] as const;
const useStyles = makeStyles({
  frame: {
    position: 'relative',
    maxWidth: 'min(100%, 960px)',
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  picture: { display: 'block', width: '100%', height: 'auto' },
  blurred: { filter: 'blur(12px)' },
  over: { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  legend: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalL, margin: 0, padding: 0, listStyleType: 'none' },
  key: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

export interface PictureOfBothProps {
  picture: Pick<TrainingImage, 'img_path' | 'img_width' | 'img_height'>;
  people: readonly ItemSnapshot[];
  /** Ids of people whose shapes are not drawn. */
  hidden: ReadonlySet<string>;
  blur: boolean;
}

const lookOf = (at: number) => LOOKS[at % LOOKS.length] ?? LOOKS[0];

/** The shapes of several people over one picture; those that nobody else has drawn are filled. */
export function PictureOfBoth({ picture: { img_path, img_width, img_height }, people, hidden, blur }: PictureOfBothProps) {
  const styles = useStyles();
  const name = words.both(people[0]?.user.username ?? '', people[1]?.user.username ?? '');
  return (
    <>
      <ul className={styles.legend}>
        {people.map(({ user }, at) => (
          <li key={user.id} className={styles.key}>
            <svg width="32" height="8" aria-hidden>
              <line x1="0" y1="4" x2="32" y2="4" stroke={lookOf(at).stroke} strokeWidth="3" strokeDasharray={lookOf(at).dash} />
            </svg>
            {user.username}
          </li>
        ))}
      </ul>
      {/* All of it is in view, whatever its form. */}
      <div className={styles.frame} style={{ maxWidth: `min(100%, ${(70 * img_width) / img_height}vh)` }}>
        <img
          src={img_path}
          alt={words.picture}
          width={img_width}
          height={img_height}
          className={`${styles.picture} ${blur ? styles.blurred : ''}`}
        />
        <svg role="img" aria-label={name} viewBox={`0 0 ${img_width} ${img_height}`} className={styles.over}>
          {people.map(({ user, shapes }, at) =>
            hidden.has(user.id)
              ? null
              : shapes.map((shape, index) => <Outline key={`${user.id} ${index}`} shape={shape} at={at} />),
          )}
        </svg>
      </div>
    </>
  );
}

function Outline({ shape: { kind, data, name, matched_by }, at }: { shape: ItemSnapshot['shapes'][number]; at: number }) {
  const { stroke, dash } = lookOf(at);
  const isAlone = kind !== 'point' && matched_by.length === 0;
  const look = {
    stroke,
    strokeWidth: 2,
    strokeDasharray: dash,
    fill: isAlone ? stroke : 'none',
    fillOpacity: 0.25,
    vectorEffect: 'non-scaling-stroke' as const,
  };
  const title = <title>{name ?? words.gone}</title>;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data;
  if (kind === 'object')
    return (
      <rect x={x1} y={y1} width={x2 - x1} height={y2 - y1} {...look}>
        {title}
      </rect>
    );
  if (kind === 'polygon')
    return (
      <polygon points={data.join(' ')} {...look}>
        {title}
      </polygon>
    );
  return (
    <circle cx={x1} cy={y1} r={4} {...look}>
      {title}
    </circle>
  );
}
