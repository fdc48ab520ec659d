import { readId, useResources, useWorkspace } from '@console/shared-auth';
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
import { messages } from '../messages';
import { useFederation } from '../shell/federation-context';
import { useShellCommands } from '../shell/shell-commands';
import { CommandList } from './command-list';
import { type Command, type CommandGroup, matching, pageCommands, shellCommands, workspaceCommands } from './commands';
import { type FoundPage, useIdLookup } from './use-id-lookup';

const words = messages.palette;
const useStyles = makeStyles({
  // Near the top, so that a list that grows shorter while a person types does not move the field.
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

/** The pages of a pasted id as commands; a row of another workspace says so. */
function rowCommands(
  found: readonly FoundPage[],
  workspaceNameOf: (id: string) => string,
  open: (path: string) => void,
): Command[] {
  return found.map(({ route, id, name, workspace }) => {
    const path = route.path.replace(':id', id);
    return {
      id: `row ${route.path}`,
      label: name ? `${route.title}: ${name}` : route.title,
      hint: workspaceNameOf(workspace),
      icon: <LinkIcon />,
      run: () => open(path),
      opens: path,
    };
  });
}

interface PaletteProps {
  /** `focusElsewhere`: the focus goes to a page that was opened, not back to where it was. */
  onClose: (focusElsewhere?: boolean) => void;
  /** What was typed before this was there. */
  typedAhead: () => string;
}

/** Everything that can be gone to or done from anywhere, by a few letters, or the page of an id. */
export function Palette({ onClose, typedAhead }: PaletteProps) {
  const styles = useStyles();
  const listId = useId('palette');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { openAbout, leave } = useShellCommands();
  const { routes } = useFederation();
  const { services } = useResources();
  const { workspaceId, workspaces, switchWorkspace } = useWorkspace();
  const [theme, setTheme] = useThemeMode();
  const [text, setText] = useState(typedAhead);
  const [active, setActive] = useState(0);
  const id = readId(text);
  const lookup = useIdLookup(routes, id);

  const open = (path: string) => void navigate(path);
  const workspaceNameOf = (workspace: string) =>
    workspace === workspaceId ? '' : (workspaces.find((each) => each.id === workspace)?.name ?? '');
  const groups: CommandGroup[] =
    id !== null
      ? [{ title: words.rows, commands: rowCommands(lookup.found ?? [], workspaceNameOf, open) }]
      : matching(
          [
            { title: words.pages, commands: pageCommands(routes, services, open) },
            {
              title: words.workspaces,
              commands: workspaceCommands(workspaces, workspaceId, (chosen) => {
                void switchWorkspace(chosen);
                open('/');
              }),
            },
            { title: words.actions, commands: shellCommands(theme, { setTheme, openAbout, leave: () => void leave() }) },
          ],
          text,
        );
  const commands = groups.flatMap((group) => group.commands);
  const current = commands[Math.min(active, commands.length - 1)];

  const run = (command: Command) => {
    onClose(command.opens !== undefined && command.opens !== pathname);
    command.run();
  };
  const steer = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!current || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) return run(current);
    setActive((commands.indexOf(current) + step + commands.length) % commands.length);
  };

  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface} aria-label={words.title}>
        <DialogBody className={styles.body}>
          <Input
            className={styles.input}
            contentBefore={<SearchIcon />}
            placeholder={words.placeholder}
            autoFocus
            onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
            value={text}
            onChange={(_, data) => {
              setText(data.value);
              setActive(0);
            }}
            onKeyDown={steer}
            role="combobox"
            aria-label={words.title}
            aria-autocomplete="list"
            aria-expanded={commands.length > 0}
            aria-controls={listId}
            aria-activedescendant={current && `${listId}-${commands.indexOf(current)}`}
            autoComplete="off"
            spellCheck={false}
          />
          <div className={styles.results}>
            <CommandList
              id={listId}
              groups={groups}
              current={current}
              onPoint={(command) => setActive(commands.indexOf(command))}
              onRun={run}
            />
            <Lookup isAsked={id !== null} lookup={lookup} />
            {id === null && commands.length === 0 && <EmptyState>{words.nothing}</EmptyState>}
          </div>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

/** What stands where the rows of a pasted id will be, or cannot be. */
function Lookup({ isAsked, lookup: { found, error, retry } }: { isAsked: boolean; lookup: ReturnType<typeof useIdLookup> }) {
  if (!isAsked) return null;
  if (error) return <ErrorState title={words.lookupFailed} error={error} onRetry={retry} />;
  if (!found) return <SkeletonRows rows={3} label={words.lookingUp} />;
  return found.length === 0 ? <EmptyState>{words.noRow}</EmptyState> : null;
}
