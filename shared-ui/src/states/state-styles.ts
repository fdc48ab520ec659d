import { makeStyles, tokens } from '@fluentui/react-components';

/** Styles of a centred message that is shown instead of content. */
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
