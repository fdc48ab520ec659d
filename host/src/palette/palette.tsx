import { parseRowId, usePermission, useSeesWorkspace, useWorkspace } from '@console/shared-auth';
import {
  Dialog,
  DialogBody,
  DialogSurface,
  EmptyState,
  ErrorState,
  Input,
  LinkIcon,
  makeStyles,
  SearchIcon,
  SkeletonRows,
  tokens,
  useId,
  useThemeMode,
} from '@console/shared-ui/basics';
import { type KeyboardEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paletteMessages } from '../layout/palette-messages';
import { useFederation } from '../federation-view/federation-context';
import { useShellCommands } from '../layout/shell-commands';
import { CommandList } from './command-list';
import {
  type Command,
  type CommandGroup,
  filterCommands,
  createPageCommands,
  createShellCommands,
  createWorkspaceCommands,
} from './commands';
import { type FoundPage, useIdLookup } from './use-id-lookup';
import { useRowSearch } from './use-row-search';
import type { ShellRoute } from '../federation-view/federation-view';
import { isAvailable, useAccess } from '../federation-view/services';

const useStyles = makeStyles({
  // Place the dialog near the top, so that the text field does not move when the list becomes shorter.
  surface: { maxWidth: '620px', marginTop: '10vh', padding: 0, overflow: 'hidden' },
  body: { display: 'flex', flexDirection: 'column', gap: 0 },
  input: {
    height: '52px',
    flexShrink: 0,
    borderRadius: 0,
    border: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase400,
    '::after': { display: 'none' },
  },
  results: { minHeight: '120px' },
});

/** Creates commands that open the pages of rows. `getHint` returns the secondary text of a command. */
function createRowCommands<Row extends { route: ShellRoute; id: string; name: string }>(
  rows: readonly Row[],
  getHint: (row: Row) => string,
  openPath: (path: string) => void,
): Command[] {
  return rows.map((row) => {
    const { route, id, name } = row;
    const path = route.path.replace(':id', id);
    return {
      id: `row ${path}`,
      label: name ? `${route.title}: ${name}` : route.title,
      hint: getHint(row),
      icon: <LinkIcon />,
      run: () => openPath(path),
      opens: path,
    };
  });
}

interface PaletteProps {
  /** `keepFocus`: do not return the focus to the opener, because a page was opened. */
  onClose: (keepFocus?: boolean) => void;
  /** Returns the text that was typed while the palette was loading. */
  getTypedText: () => string;
}

/** Command palette: finds pages, workspaces, commands and items by text, and items by id. */
export function Palette({ onClose, getTypedText }: PaletteProps) {
  const styles = useStyles();
  const listId = useId('palette');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { openAbout, openDiagnostics, openCreateWorkspace, requestLogout } = useShellCommands();
  const { routes } = useFederation();
  const access = useAccess();
  const isManager = usePermission('manage');
  const seesWorkspace = useSeesWorkspace();
  const { workspaceId, workspaces, switchWorkspace } = useWorkspace();
  const [theme, setTheme] = useThemeMode();
  const [query, setQuery] = useState(getTypedText);
  const [activeIndex, setActiveIndex] = useState(0);
  const id = parseRowId(query);
  const lookup = useIdLookup(routes, id);
  const searchableRoutes = routes.filter((route) => route.find && isAvailable(route, access));
  const itemSearch = useRowSearch(searchableRoutes, id === null ? query.trim() : '');

  const openPath = (path: string) => void navigate(path);
  // An item of another workspace shows the name of that workspace.
  const getWorkspaceHint = ({ workspace }: FoundPage) =>
    workspace === workspaceId ? '' : (workspaces.find((candidate) => candidate.id === workspace)?.name ?? '');
  const groups: CommandGroup[] =
    id !== null
      ? [{ title: paletteMessages.rows, commands: createRowCommands(lookup.found ?? [], getWorkspaceHint, openPath) }]
      : [
          ...filterCommands(
            [
              { title: paletteMessages.pages, commands: createPageCommands(routes, access, seesWorkspace, openPath) },
              {
                title: paletteMessages.workspaces,
                commands: createWorkspaceCommands(workspaces, workspaceId, (id) => {
                  void switchWorkspace(id);
                  openPath('/');
                }),
              },
              {
                title: paletteMessages.actions,
                commands: createShellCommands(theme, isManager, {
                  setTheme,
                  openAbout,
                  openDiagnostics,
                  openCreateWorkspace,
                  requestLogout: () => void requestLogout(),
                }),
              },
            ],
            query,
          ),
          // Keep this group last, so that the commands above do not move when the results arrive.
          { title: paletteMessages.foundItems, commands: createRowCommands(itemSearch.found, ({ detail }) => detail, openPath) },
        ];
  const commands = groups.flatMap((group) => group.commands);
  const activeCommand = commands[Math.min(activeIndex, commands.length - 1)];

  const runCommand = (command: Command) => {
    onClose(command.opens !== undefined && command.opens !== pathname);
    command.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!activeCommand || (direction === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (direction === undefined) return runCommand(activeCommand);
    setActiveIndex((commands.indexOf(activeCommand) + direction + commands.length) % commands.length);
  };

  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface} aria-label={paletteMessages.title}>
        <DialogBody className={styles.body}>
          <Input
            className={styles.input}
            contentBefore={<SearchIcon />}
            placeholder={paletteMessages.placeholder}
            autoFocus
            onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
            value={query}
            onChange={(_, data) => {
              setQuery(data.value);
              setActiveIndex(0);
            }}
            onKeyDown={handleKey}
            role="combobox"
            aria-label={paletteMessages.title}
            aria-autocomplete="list"
            aria-expanded={commands.length > 0}
            aria-controls={listId}
            aria-activedescendant={activeCommand && `${listId}-${commands.indexOf(activeCommand)}`}
            autoComplete="off"
            spellCheck={false}
          />
          <div className={styles.results}>
            <CommandList
              id={listId}
              groups={groups}
              current={activeCommand}
              onPoint={(command) => setActiveIndex(commands.indexOf(command))}
              onRun={runCommand}
            />
            {id === null ? (
              <RequestState
                {...itemSearch}
                hasResults={commands.length > 0}
                failure={paletteMessages.searchFailed}
                loading={paletteMessages.searching}
                empty={paletteMessages.nothing}
              />
            ) : (
              <RequestState
                {...lookup}
                isSearching={!lookup.found}
                hasResults={commands.length > 0}
                failure={paletteMessages.lookupFailed}
                loading={paletteMessages.lookingUp}
                empty={paletteMessages.noRow}
              />
            )}
          </div>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

interface RequestStateProps {
  error: unknown;
  retry: () => void;
  isSearching: boolean;
  hasResults: boolean;
  /** Title of the error message. */
  failure: string;
  /** Text while the results are loading. */
  loading: string;
  /** Text if the request found nothing. */
  empty: string;
}

/** Loading, error and empty states of the lookup of a pasted id, or of the search by text. */
function RequestState({ error, retry, isSearching, hasResults, failure, loading, empty }: RequestStateProps) {
  if (error) return <ErrorState title={failure} error={error} onRetry={retry} />;
  if (hasResults) return null;
  return isSearching ? <SkeletonRows rows={3} label={loading} /> : <EmptyState>{empty}</EmptyState>;
}
