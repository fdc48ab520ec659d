import { Caption1, makeStyles, tokens } from '@console/shared-ui/basics';
import { mapMessages } from './map-messages';
import { SCALE_GRADIENT, type Coloring, type PointColors } from './point-colors';

/** Maximum number of categories. With more, the legend would be larger than the map on a phone. */
const MAX_CATEGORIES = 12;

const useStyles = makeStyles({
  legend: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  entry: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  swatch: { flexShrink: 0, width: '12px', height: '12px', borderRadius: tokens.borderRadiusCircular },
  count: { color: tokens.colorNeutralForeground3 },
  scale: { width: '120px', height: '10px', borderRadius: tokens.borderRadiusSmall, background: SCALE_GRADIENT },
});

/** Explains the colors of the points. */
export function MapLegend({ colors: { categories, scale }, coloring }: { colors: PointColors; coloring: Coloring }) {
  const styles = useStyles();
  if (coloring === 'suspicion' || coloring === 'uncertainty' || coloring === 'created')
    return (
      <div className={styles.legend} role="group" aria-label={mapMessages.legend}>
        {scale ? (
          <>
            <Caption1>{scale.min}</Caption1>
            <span className={styles.scale} />
            <Caption1>{scale.max}</Caption1>
          </>
        ) : (
          <Caption1>{mapMessages.noValues[coloring]}</Caption1>
        )}
      </div>
    );
  return (
    <ul className={styles.legend} aria-label={mapMessages.legend}>
      {categories.slice(0, MAX_CATEGORIES).map(({ name, color, count }) => (
        <li key={name} className={styles.entry}>
          <span className={styles.swatch} style={{ backgroundColor: color }} />
          <Caption1>{name}</Caption1>
          <Caption1 className={styles.count}>{mapMessages.categoryCount(count)}</Caption1>
        </li>
      ))}
      {categories.length > MAX_CATEGORIES && (
        <li>
          <Caption1>{mapMessages.more(categories.length - MAX_CATEGORIES)}</Caption1>
        </li>
      )}
    </ul>
  );
}
