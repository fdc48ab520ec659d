import { makeStyles, tokens } from '@fluentui/react-components';

/** Style of a message in place of content: its parts below each other, centred. */
export const useStateStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalXL} ${tokens.spacingHorizontalL}`,
    textAlign: 'center',
  },
  icon: { fontSize: '32px', lineHeight: 1 },
});
