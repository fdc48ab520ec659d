import { makeStyles, tokens } from '@console/shared-ui/basics';

/** Styles that the sections of the list of items share. */
export const useItemStyles = makeStyles({
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, color: tokens.colorNeutralForeground3 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  note: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});
