import { collectLogoutWarnings, recheckAccess, useWorkspace } from '@console/shared-auth';
import type { Workspace } from '@console/shared-contract/api';
import { Button, ButtonRow, compareText, EmptyState, LockIcon, makeStyles, Page, tokens } from '@console/shared-ui/basics';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { consoleMessages } from './console-messages';

const pageMessages = consoleMessages.lostWorkspace;
/** Maximum number of other workspaces that are suggested. The switcher in the header lists all. */
const MAX_SUGGESTIONS = 5;
const CHECK_MS = 1000;

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: tokens.spacingVerticalM },
});

/** Shown instead of every page after the user was removed from the active workspace. Unsent work stays in the browser. */
export function LostWorkspacePage({ workspace }: { workspace: Workspace }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { workspaces, switchWorkspace } = useWorkspace();
  const [hasUnsentWork, setHasUnsentWork] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const checkUnsentWork = () =>
      void collectLogoutWarnings().then((warnings) => isCurrent && warnings.length > 0 && setHasUnsentWork(true));
    checkUnsentWork();
    // Check repeatedly: a remote reports no unsent work while it starts, or while the user is being loaded again.
    const timer = setInterval(checkUnsentWork, CHECK_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, []);
  const openWorkspace = (id: string) => {
    void switchWorkspace(id);
    void navigate('/');
  };
  const suggestions = [...workspaces].sort((a, b) => compareText(a.name, b.name)).slice(0, MAX_SUGGESTIONS);
  return (
    <Page title={pageMessages.title}>
      <div role="alert">
        <EmptyState icon={<LockIcon />}>
          <span className={styles.column}>
            <span>{pageMessages.text(workspace.name)}</span>
            {hasUnsentWork && <span>{pageMessages.unsentWork}</span>}
            <ButtonRow>
              {suggestions.map(({ id, name }) => (
                <Button key={id} onClick={() => openWorkspace(id)}>
                  {pageMessages.open(name)}
                </Button>
              ))}
              <Button appearance="subtle" onClick={() => void recheckAccess()}>
                {pageMessages.checkAgain}
              </Button>
            </ButtonRow>
          </span>
        </EmptyState>
      </div>
    </Page>
  );
}
