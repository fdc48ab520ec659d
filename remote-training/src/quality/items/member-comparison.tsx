import type { ComparedMember } from '@console/shared-contract/api';
import { useWorkspace } from '@console/shared-auth';
import { Badge, makeStyles, Thumbnail, tokens } from '@console/shared-ui/basics';
import { qualityMessages as messages } from '../quality-messages';

const THUMBNAIL_SIZE = 96;
const useStyles = makeStyles({
  list: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, margin: 0, padding: 0, listStyleType: 'none' },
  member: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: tokens.spacingVerticalXS },
});

/** Shows the members of a gold-standard group and of the work on it. Missing and extra members have a badge. */
export function MemberComparison({ members, hasWork }: { members: readonly ComparedMember[]; hasWork: boolean }) {
  const styles = useStyles();
  const blur = useWorkspace().workspace?.blur_images ?? false;
  return (
    <ul className={styles.list} aria-label={messages.members}>
      {members.map(({ kind, id, name, thumb_img_path: thumb, in_gold: inGold, in_work: inWork }) => (
        <li key={`${kind} ${id}`} className={styles.member}>
          <Thumbnail
            src={thumb}
            alt={name ?? messages.memberKinds[kind]}
            width={THUMBNAIL_SIZE}
            height={THUMBNAIL_SIZE}
            blur={blur}
          />
          {name}
          {hasWork && inGold !== inWork && (
            <Badge appearance="tint" color={inGold ? 'danger' : 'warning'}>
              {inGold ? messages.differences.missing : messages.differences.extra}
            </Badge>
          )}
        </li>
      ))}
    </ul>
  );
}
