import { usePermission } from '@console/shared-auth';
import { makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useMemo, useState, type ReactNode } from 'react';
import { getDistinctNames } from '../format/names';
import { AddIcon, CloseIcon } from '../icons';
import { rowMessages } from '../forms/row-messages';
import { Section } from '../page/section';
import { PickerField } from '../picker';
import { describeRefusal } from '../states/error-state';
import { useNotify } from '../toasts/notify';
import type { NamedRow, RowNoun } from './named-row';
import { PickList, type PickItem } from './pick-list';
import { usePendingMoves } from './use-pending-moves';

/** Lists with more items have a search field. */
const MAX_ITEMS_WITHOUT_SEARCH = 12;

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: tokens.spacingHorizontalM },
  task: { flex: '0 1 320px', minWidth: 0 },
  lists: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))',
    gap: tokens.spacingHorizontalXXL,
  },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
});

export interface ManageSectionProps<Task extends NamedRow> {
  tasks: readonly Task[] | undefined;
  /** All labels or types that can be added to a task, sorted by name. */
  members: readonly PickItem[] | undefined;
  noun: RowNoun;
  /** Returns the labels or types of a task. */
  getMembers: (task: Task) => readonly NamedRow[];
  /** Adds a label or type to a task. The promise must resolve only after the tasks were refetched. */
  onAdd: (task: Task, member: PickItem) => Promise<unknown>;
  onRemove: (task: Task, member: PickItem) => Promise<unknown>;
  /** Id of the selected task, or '' for none. Pass it with `onPick` if the page stores the selection in the URL. */
  pickedId?: string;
  onPick?: (id: string) => void;
  /** Returns the text for the second line of a task in the picker. */
  getDetail?: (task: Task) => string;
  /** Anchor for `SectionLinks`. */
  anchor?: string;
  /** Additional content for the selected task. */
  children?: (task: Task) => ReactNode;
}

/**
 * A section in which the user selects a task and adds or removes its labels or types with a click. Hidden from users who may not manage
 * the workspace.
 */
export function ManageSection<Task extends NamedRow>(props: ManageSectionProps<Task>) {
  return usePermission('manage') && <PermittedManageSection {...props} />;
}

function PermittedManageSection<Task extends NamedRow>(props: ManageSectionProps<Task>) {
  const { tasks, noun, pickedId: controlledId, onPick, getDetail, anchor, children, ...lists } = props;
  const styles = useStyles();
  const [localId, setLocalId] = useState('');
  const pickedId = onPick ? (controlledId ?? '') : localId;
  const task = tasks?.find(({ id }) => id === pickedId);
  return (
    <Section title={rowMessages.manage} anchor={anchor}>
      <div className={styles.bar}>
        <div className={styles.task}>
          <PickerField
            label={rowMessages.task}
            value={task ? pickedId : ''}
            placeholder={rowMessages.pickTask}
            choices={(tasks ?? []).map((row) => ({ value: row.id, label: row.name, detail: getDetail?.(row) }))}
            disabled={!tasks?.length}
            onChange={onPick ?? setLocalId}
          />
        </div>
      </div>
      {task ? (
        <>
          <TaskMembers key={task.id} task={task} noun={noun} {...lists} />
          {children?.(task)}
        </>
      ) : (
        <p className={styles.hint}>{rowMessages.manageHint(noun)}</p>
      )}
    </Section>
  );
}

type TaskMembersProps<Task extends NamedRow> = Omit<
  ManageSectionProps<Task>,
  'tasks' | 'children' | 'pickedId' | 'onPick' | 'getDetail' | 'anchor'
> & { task: Task };

function TaskMembers<Task extends NamedRow>({ task, members, noun, getMembers, onAdd, onRemove }: TaskMembersProps<Task>) {
  const styles = useStyles();
  const notify = useNotify();
  const [search, setSearch] = useState('');
  const { moving, move } = usePendingMoves();
  const names = useMemo(() => getDistinctNames(members ?? []), [members]);
  const { added: addedMembers, toAdd: availableMembers } = useMemo(() => {
    const memberIds = new Set(getMembers(task).map(({ id }) => id));
    const query = search.trim().toLowerCase();
    const matchingMembers = (members ?? []).filter(({ name }) => name.toLowerCase().includes(query));
    const isAdded = ({ id }: PickItem) => moving.get(id) ?? memberIds.has(id);
    return { added: matchingMembers.filter(isAdded), toAdd: matchingMembers.filter((member) => !isAdded(member)) };
  }, [task, members, getMembers, search, moving]);

  const moveMember = async (member: PickItem, isAddition: boolean) => {
    try {
      await move(member.id, isAddition, (isAddition ? onAdd : onRemove)(task, member));
    } catch (error) {
      notify.danger({
        title: (isAddition ? rowMessages.addFailed : rowMessages.detachFailed)(noun),
        text: describeRefusal(error),
        error,
      });
    }
  };
  const isBusy = ({ id }: PickItem) => moving.has(id);
  const isSearch = search.trim() !== '';
  return (
    <>
      {(members?.length ?? 0) > MAX_ITEMS_WITHOUT_SEARCH && (
        <SearchBox
          aria-label={rowMessages.search(noun)}
          placeholder={rowMessages.search(noun)}
          value={search}
          onChange={(_, data) => setSearch(data.value)}
        />
      )}
      <div className={styles.lists}>
        <PickList
          title={rowMessages.added}
          items={addedMembers}
          names={names}
          icon={<CloseIcon />}
          empty={isSearch ? rowMessages.noMatch : rowMessages.noneAdded(noun)}
          onPick={(member) => void moveMember(member, false)}
          isBusy={isBusy}
        />
        <PickList
          title={rowMessages.toAdd}
          items={availableMembers}
          names={names}
          icon={<AddIcon />}
          empty={isSearch ? rowMessages.noMatch : rowMessages.noneToAdd(noun)}
          onPick={(member) => void moveMember(member, true)}
          isBusy={isBusy}
        />
      </div>
    </>
  );
}
