import type { GroupDetail } from '@console/shared-contract/api';
import {
  Button,
  ChevronLeftIcon,
  ChevronRightIcon,
  makeStyles,
  TextLink,
  Thumbnail,
  tokens,
  Tooltip,
} from '@console/shared-ui/basics';
import { useMemo, useState } from 'react';
import { messages } from '../messages';
import { picturesOf } from './members';

const words = messages.group;
/** Of the specification. */
const PER_PAGE = 5;
const SIZE = 120;

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  list: {
    display: 'flex',
    gap: tokens.spacingHorizontalS,
    minWidth: 0,
    margin: 0,
    padding: 0,
    overflowX: 'auto',
    listStyleType: 'none',
  },
});

/** The pictures and objects of a group, five at a time. */
export function Carousel({ group }: { group: GroupDetail }) {
  const styles = useStyles();
  const [wanted, setPage] = useState(0);
  const pictures = useMemo(() => picturesOf(group), [group]);
  const last = Math.max(0, Math.ceil(pictures.length / PER_PAGE) - 1);
  const page = Math.min(wanted, last);
  if (pictures.length === 0) return null;
  return (
    <div role="group" aria-label={words.thumbnails} className={styles.root}>
      <Tooltip content={words.previous} relationship="label">
        <Button
          appearance="subtle"
          icon={<ChevronLeftIcon />}
          disabledFocusable={page === 0}
          onClick={() => setPage(Math.max(0, page - 1))}
        />
      </Tooltip>
      {/* The next five begin at their first, wherever these were scrolled to. */}
      <ul key={page} className={styles.list}>
        {pictures.slice(page * PER_PAGE, (page + 1) * PER_PAGE).map(({ key, to, thumb, name }) => (
          <li key={key}>
            <TextLink to={to} newTab>
              <Thumbnail src={thumb} alt={messages.members.open(name)} width={SIZE} height={SIZE} cover />
            </TextLink>
          </li>
        ))}
      </ul>
      <Tooltip content={words.next} relationship="label">
        <Button
          appearance="subtle"
          icon={<ChevronRightIcon />}
          disabledFocusable={page === last}
          onClick={() => setPage(Math.min(last, page + 1))}
        />
      </Tooltip>
    </div>
  );
}
