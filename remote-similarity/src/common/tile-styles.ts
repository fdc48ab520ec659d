import { makeStyles, tokens } from '@console/shared-ui/basics';

/** Styles for a grid of thumbnails with a name below and a button in the corner. */
export const useTileStyles = makeStyles({
  grid: {
    display: 'grid',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  tile: {
    position: 'relative',
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXS,
    padding: tokens.spacingHorizontalXS,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
  },
  corner: {
    position: 'absolute',
    top: tokens.spacingVerticalXS,
    backgroundColor: tokens.colorNeutralBackground1,
    borderRadius: tokens.borderRadiusMedium,
  },
  cornerEnd: { insetInlineEnd: tokens.spacingHorizontalXS },
});
