import { useWorkspace } from '@console/shared-auth';
import { Badge, ContentDialog, CopyButton, Facts, makeStyles, tokens } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { useFederation } from '../federation-view/federation-context';
import type { AboutRemote } from '../federation-view/federation-view';
import { formatSupportText } from './support-text';

const { about: aboutMessages } = messages;
const useStyles = makeStyles({
  scroll: { overflowX: 'auto' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: tokens.fontSizeBase300,
    '& th': { textAlign: 'start', fontWeight: tokens.fontWeightSemibold, paddingBlock: tokens.spacingVerticalXS },
    '& td': {
      paddingBlock: tokens.spacingVerticalS,
      paddingInlineEnd: tokens.spacingHorizontalM,
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
      verticalAlign: 'top',
    },
  },
  version: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  note: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  copy: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, color: tokens.colorNeutralForeground3 },
});
const colors = { live: 'success', canary: 'informative', override: 'warning', disabled: 'subtle', failed: 'danger' } as const;

function RemoteRow({ remote: { title, version, state, note } }: { remote: AboutRemote }) {
  const styles = useStyles();
  return (
    <tr>
      <td>{title}</td>
      <td className={styles.version}>{version || aboutMessages.unknown}</td>
      <td>
        <Badge appearance="tint" color={colors[state]}>
          {aboutMessages.states[state]}
        </Badge>
        {note && <span className={styles.note}>{note}</span>}
      </td>
    </tr>
  );
}

/** Dialog with the versions of the host and all remotes in this tab, and a button that copies them for support. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const { about } = useFederation();
  const { workspaceId } = useWorkspace();
  const text = formatSupportText(about, {
    url: window.location.href,
    workspaceId,
    browser: navigator.userAgent,
    faults: window.consoleFaults ?? [],
  });
  return (
    <ContentDialog title={aboutMessages.title} isClosePrimary onClose={onClose}>
      <Facts values={{ [aboutMessages.host]: about.version, [aboutMessages.contract]: about.contract }} />
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={aboutMessages.remotes}>
          <thead>
            <tr>
              <th>{aboutMessages.part}</th>
              <th>{aboutMessages.version}</th>
              <th>{aboutMessages.state}</th>
            </tr>
          </thead>
          <tbody>
            {about.remotes.map((remote) => (
              <RemoteRow key={remote.name} remote={remote} />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.copy}>
        {aboutMessages.copyHint}
        <CopyButton text={text} what={aboutMessages.copied} size="medium" />
      </div>
    </ContentDialog>
  );
}
