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
import { groupPageMessages } from '../group-data/group-page-messages';
import { memberMessages } from '../group-data/member-messages';
import { listThumbnailMembers } from '../group-data/members';

const groupMessages = groupPageMessages;
/** Page size and thumbnail size are defined by the specification. */
const THUMBNAILS_PER_PAGE = 5;
const THUMBNAIL_SIZE = 120;

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

/** The images and objects of a group, five at a time. */
export function Carousel({ group }: { group: GroupDetail }) {
  const styles = useStyles();
  const [requestedPage, setPage] = useState(0);
  const members = useMemo(() => listThumbnailMembers(group), [group]);
  const lastPage = Math.max(0, Math.ceil(members.length / THUMBNAILS_PER_PAGE) - 1);
  const page = Math.min(requestedPage, lastPage);
  if (members.length === 0) return null;
  return (
    <div role="group" aria-label={groupMessages.thumbnails} className={styles.root}>
      <Tooltip content={groupMessages.previous} relationship="label">
        <Button
          appearance="subtle"
          icon={<ChevronLeftIcon />}
          disabledFocusable={page === 0}
          onClick={() => setPage(Math.max(0, page - 1))}
        />
      </Tooltip>
      {/* The key resets the scroll position for each page. */}
      <ul key={page} className={styles.list}>
        {members.slice(page * THUMBNAILS_PER_PAGE, (page + 1) * THUMBNAILS_PER_PAGE).map(({ key, path, thumb, name }) => (
          <li key={key}>
            <TextLink to={path} newTab>
              <Thumbnail src={thumb} alt={memberMessages.open(name)} width={THUMBNAIL_SIZE} height={THUMBNAIL_SIZE} />
            </TextLink>
          </li>
        ))}
      </ul>
      <Tooltip content={groupMessages.next} relationship="label">
        <Button
          appearance="subtle"
          icon={<ChevronRightIcon />}
          disabledFocusable={page === lastPage}
          onClick={() => setPage(Math.min(lastPage, page + 1))}
        />
      </Tooltip>
    </div>
  );
}
