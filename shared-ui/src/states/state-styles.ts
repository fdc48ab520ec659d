import { makeStyles, tokens } from '@fluentui/react-components';

/** Centred vertical layout of a message that replaces content. */
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
