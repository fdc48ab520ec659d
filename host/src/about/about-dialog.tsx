import { useWorkspace } from '@console/shared-auth';
import { Badge, ContentDialog, CopyButton, Facts, makeStyles, tokens } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { useFederation } from '../federation-view/federation-context';
import type { AboutRemote } from '../federation-view/federation-view';
import { PlainTable } from './plain-table';
import { formatSupportText } from './support-text';

const { about: aboutMessages } = messages;
const useStyles = makeStyles({
  version: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  note: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
  copy: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, color: tokens.colorNeutralForeground3 },
});
const colors = {
  live: 'success',
  canary: 'informative',
  fallback: 'warning',
  override: 'warning',
  disabled: 'subtle',
  failed: 'danger',
} as const;

function RemoteState({ remote: { state, note } }: { remote: AboutRemote }) {
  const styles = useStyles();
  return (
    <>
      <Badge appearance="tint" color={colors[state]}>
        {aboutMessages.states[state]}
      </Badge>
      {note && <span className={styles.note}>{note}</span>}
    </>
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
      <PlainTable
        label={aboutMessages.remotes}
        headers={[aboutMessages.part, aboutMessages.version, aboutMessages.state]}
        rows={about.remotes.map((remote) => ({
          key: remote.name,
          cells: [
            remote.title,
            <span key="version" className={styles.version}>
              {remote.version || aboutMessages.unknown}
            </span>,
            <RemoteState key="state" remote={remote} />,
          ],
        }))}
      />
      <div className={styles.copy}>
        {aboutMessages.copyHint}
        <CopyButton text={text} what={aboutMessages.copied} size="medium" />
      </div>
    </ContentDialog>
  );
}
