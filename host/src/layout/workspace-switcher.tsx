import { useWorkspace } from '@console/shared-auth';
import { Combobox, compareText, makeStyles, Option } from '@console/shared-ui/basics';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { layoutMessages } from './layout-messages';
import { useShellCommands } from './shell-commands';

const useStyles = makeStyles({
  box: {
    minWidth: '160px',
    width: '220px',
    '@media (max-width: 640px)': { width: '150px', minWidth: '120px' },
    '@media (max-width: 480px)': { width: '120px', minWidth: '96px' },
    '& input': { textOverflow: 'ellipsis', minWidth: 0 },
  },
  list: { '--list-height': '250px' },
});

/** Value of the option that creates a workspace. */
const CREATE = 'create';

/** Combobox with the user's workspaces and an option to create one. Switching leads to the dashboard. */
export function WorkspaceSwitcher() {
  const styles = useStyles();
  const navigate = useNavigate();
  const { openCreateWorkspace } = useShellCommands();
  const { pathname } = useLocation();
  const { workspace, workspaces, switchWorkspace } = useWorkspace();
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState('');
  const sortedWorkspaces = useMemo(() => [...workspaces].sort((a, b) => compareText(a.name, b.name)), [workspaces]);
  const name = workspace?.name ?? '';
  const search = query.trim().toLowerCase();
  const shownWorkspaces = sortedWorkspaces.filter((candidate) => candidate.name.toLowerCase().includes(search));

  const handleSelect = (id: string | undefined) => {
    if (id === CREATE) return openCreateWorkspace();
    if (!id || id === workspace?.id) return;
    void switchWorkspace(id);
    if (pathname !== '/') void navigate('/');
  };

  return (
    <Combobox
      aria-label={layoutMessages.workspace}
      className={styles.box}
      listbox={{ className: styles.list }}
      open={isOpen}
      // While the list is open, show the name as a placeholder, so that the first typed character starts a filter.
      value={isOpen ? query : name}
      placeholder={name}
      selectedOptions={workspace ? [workspace.id] : []}
      onChange={(event) => setQuery(isOpen ? event.target.value : event.target.value.replace(name, ''))}
      onOptionSelect={(_, data) => handleSelect(data.optionValue)}
      onOpenChange={(_, data) => {
        setIsOpen(data.open);
        if (!data.open) setQuery('');
      }}
    >
      {shownWorkspaces.map((candidate) => (
        <Option key={candidate.id} value={candidate.id}>
          {candidate.name}
        </Option>
      ))}
      {shownWorkspaces.length === 0 && (
        <Option disabled value="">
          {layoutMessages.noWorkspaceMatch}
        </Option>
      )}
      <Option value={CREATE} text={layoutMessages.createWorkspace.title}>
        {layoutMessages.createWorkspace.title}
      </Option>
    </Combobox>
  );
}
