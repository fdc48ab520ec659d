import {
  Button,
  formatDate,
  formatDateTime,
  makeStyles,
  mergeClasses,
  SimilarityIcon,
  Thumbnail,
  tokens,
  Tooltip,
  TruncatedText,
  VerifiedFilledIcon,
} from '@console/shared-ui/basics';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { browserMessages } from '../data/browser-messages';
import { toHistoryState } from '../data/list-position';
import { getTileLink, type Tile } from '../data/tile';
import { TileName } from './tile-name';

export const TILE_WIDTH = 140;
export const TILE_HEIGHT = 150;
const CAPTION_HEIGHT = 28;

const useStyles = makeStyles({
  card: {
    position: 'relative',
    width: `${TILE_WIDTH}px`,
    height: `${TILE_HEIGHT}px`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow2,
    ':hover': { boxShadow: tokens.shadow8 },
    // The button overlays the image. It is visible only on the hovered or focused tile.
    '& .similar': { opacity: 0 },
    ':hover .similar': { opacity: 1 },
    ':focus-within .similar': { opacity: 1 },
    '@media (hover: none)': { '& .similar': { opacity: 1 } },
  },
  selected: { outline: `2px solid ${tokens.colorCompoundBrandStroke}` },
  link: {
    display: 'block',
    height: '100%',
    borderRadius: 'inherit',
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    outlineStyle: 'none',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  caption: {
    display: 'flex',
    alignItems: 'center',
    gap: '5px',
    height: `${CAPTION_HEIGHT}px`,
    padding: '0 7px',
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
  },
  mark: {
    marginInlineStart: 'auto',
    fontSize: '9px',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  test: { color: tokens.colorPaletteMarigoldForeground2 },
  // Keep the color of the label in forced-colors mode.
  swatch: { flexShrink: 0, width: '10px', height: '10px', borderRadius: '3px', forcedColorAdjust: 'none' },
  verified: {
    position: 'absolute',
    top: '6px',
    right: '6px',
    display: 'flex',
    borderRadius: '50%',
    fontSize: '20px',
    color: tokens.colorPaletteGreenForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  check: {
    position: 'absolute',
    top: '5px',
    left: '5px',
    display: 'grid',
    placeItems: 'center',
    width: '24px',
    height: '24px',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow2,
    cursor: 'pointer',
  },
  score: {
    position: 'absolute',
    insetInlineStart: '5px',
    bottom: `${CAPTION_HEIGHT + 5}px`,
    padding: '0 5px',
    borderRadius: tokens.borderRadiusSmall,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  similar: { position: 'absolute', insetInlineEnd: '5px', bottom: `${CAPTION_HEIGHT + 5}px` },
  input: { width: '16px', height: '16px', margin: 0, accentColor: tokens.colorCompoundBrandBackground, cursor: 'pointer' },
});

interface TileCardProps {
  tile: Tile;
  blur: boolean;
  isSelectable: boolean;
  isSelected: boolean;
  /** Whether Tab moves the focus to this tile. Arrow keys move the focus to the other tiles of the grid. */
  isTabStop: boolean;
  /** Query string of the list. Set if the image page can go to the next image of the list. */
  listQuery?: string;
  /** Index of the tile in the list. */
  index: number;
  onToggle: (tile: Tile) => void;
  onFindSimilar?: (tile: Tile) => void;
}

/** Shows the thumbnail and details of an image or object, and links to the image. */
export const TileCard = memo(function TileCard({
  tile,
  blur,
  isSelectable,
  isSelected,
  isTabStop,
  listQuery,
  index,
  onToggle,
  onFindSimilar,
}: TileCardProps) {
  const styles = useStyles();
  const altText = tile.label ? browserMessages.object : browserMessages.image;
  return (
    <div className={mergeClasses(styles.card, isSelected && styles.selected)}>
      <Link
        to={getTileLink(tile)}
        state={listQuery === undefined ? undefined : toHistoryState({ search: listQuery, at: index, tile: tile.id })}
        className={styles.link}
        draggable={false}
        tabIndex={isTabStop ? 0 : -1}
        title={[tile.name, formatDateTime(tile.created)].filter(Boolean).join('\n')}
        data-tile
      >
        <Thumbnail src={tile.thumb} alt={altText} width="100%" height={TILE_HEIGHT - CAPTION_HEIGHT} blur={blur} />
        {tile.likeness !== undefined && <span className={styles.score}>{browserMessages.likeness(tile.likeness)}</span>}
        {tile.uncertainty !== undefined && (
          <span role="img" aria-label={browserMessages.uncertainty(tile.uncertainty)} className={styles.score}>
            {tile.uncertainty.toFixed(2)}
          </span>
        )}
        <span className={styles.caption}>
          {tile.label ? (
            <>
              <span aria-hidden className={styles.swatch} style={{ backgroundColor: tile.label.color }} />
              <TruncatedText>{tile.label.name}</TruncatedText>
            </>
          ) : (
            <TileName>{tile.name ?? formatDate(tile.created)}</TileName>
          )}
          {tile.isTest && <span className={mergeClasses(styles.mark, styles.test)}>{browserMessages.testImage}</span>}
          {!tile.isReal && !tile.isTest && !tile.label && <span className={styles.mark}>{browserMessages.product}</span>}
        </span>
        {tile.verificationsCount > 0 && (
          <span role="img" aria-label={browserMessages.isVerified} title={browserMessages.isVerified} className={styles.verified}>
            <VerifiedFilledIcon aria-hidden />
          </span>
        )}
      </Link>
      {onFindSimilar && (
        <Tooltip content={browserMessages.findSimilar} relationship="label">
          <Button
            className={mergeClasses(styles.similar, 'similar')}
            size="small"
            icon={<SimilarityIcon />}
            tabIndex={-1}
            onClick={() => onFindSimilar(tile)}
          />
        </Tooltip>
      )}
      {isSelectable && (
        <label className={styles.check}>
          <input
            type="checkbox"
            className={styles.input}
            tabIndex={-1}
            aria-label={browserMessages.select}
            checked={isSelected}
            onChange={() => onToggle(tile)}
          />
        </label>
      )}
    </div>
  );
});
