import { makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useMemo, useState, type ReactNode } from 'react';
import { getDistinctNames } from '../format/names';
import { AddIcon, CloseIcon } from '../icons';
import { messages } from '../messages';
import { Section } from '../page/section';
import { PickerField } from '../picker';
import { describeRefusal } from '../states/error-state';
import { useNotify } from '../toasts/notify';
import type { NamedRow, RowNoun } from './named-row';
import { PickList, type PickItem } from './pick-list';
import { usePendingMoves } from './use-pending-moves';

const rowMessages = messages.rows;
/** With more than these a search is offered. */
const FEW = 12;

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
  /** All that a task could have, by name. */
  members: readonly PickItem[] | undefined;
  noun: RowNoun;
  /** What the task has. */
  getMembers: (task: Task) => readonly NamedRow[];
  /** Resolve once the tasks are read again. */
  onAdd: (task: Task, member: PickItem) => Promise<unknown>;
  onRemove: (task: Task, member: PickItem) => Promise<unknown>;
  /** The picked task's id, or '', where the page has it in its address; with `onPick`. */
  pickedId?: string;
  onPick?: (id: string) => void;
  /** A second line of a task in the picker. */
  getDetail?: (task: Task) => string;
  /** For `SectionLinks`. */
  anchor?: string;
  /** More about the picked task. */
  children?: (task: Task) => ReactNode;
}

/** Pick a task; a click adds a label or type to it, or takes it out. */
export function ManageSection<Task extends NamedRow>(props: ManageSectionProps<Task>) {
  const { tasks, noun, pickedId: given, onPick, getDetail: detailOf, anchor, children, ...lists } = props;
  const styles = useStyles();
  const [own, setOwn] = useState('');
  const pickedId = onPick ? (given ?? '') : own;
  const task = tasks?.find(({ id }) => id === pickedId);
  return (
    <Section title={rowMessages.manage} anchor={anchor}>
      <div className={styles.bar}>
        <div className={styles.task}>
          <PickerField
            label={rowMessages.task}
            value={task ? pickedId : ''}
            placeholder={rowMessages.pickTask}
            choices={(tasks ?? []).map((each) => ({ value: each.id, label: each.name, detail: detailOf?.(each) }))}
            disabled={!tasks?.length}
            onChange={onPick ?? setOwn}
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
  'tasks' | 'children' | 'pickedId' | 'onPick' | 'detailOf' | 'anchor'
> & { task: Task };

function TaskMembers<Task extends NamedRow>({
  task,
  members,
  noun,
  getMembers: membersOf,
  onAdd,
  onRemove,
}: TaskMembersProps<Task>) {
  const styles = useStyles();
  const notify = useNotify();
  const [search, setSearch] = useState('');
  const { moving, move } = usePendingMoves();
  const names = useMemo(() => getDistinctNames(members ?? []), [members]);
  const { added, toAdd } = useMemo(() => {
    const has = new Set(membersOf(task).map(({ id }) => id));
    const wanted = search.trim().toLowerCase();
    const found = (members ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));
    const isAdded = ({ id }: PickItem) => moving.get(id) ?? has.has(id);
    return { added: found.filter(isAdded), toAdd: found.filter((member) => !isAdded(member)) };
  }, [task, members, membersOf, search, moving]);

  const pick = (comes: boolean) => async (member: PickItem) => {
    try {
      await move(member.id, comes, (comes ? onAdd : onRemove)(task, member));
    } catch (error) {
      notify.danger({ title: (comes ? rowMessages.addFailed : rowMessages.detachFailed)(noun), text: describeRefusal(error) });
    }
  };
  const isBusy = ({ id }: PickItem) => moving.has(id);
  const isSearch = search.trim() !== '';
  return (
    <>
      {(members?.length ?? 0) > FEW && (
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
          items={added}
          names={names}
          icon={<CloseIcon />}
          empty={isSearch ? rowMessages.noMatch : rowMessages.noneAdded(noun)}
          onPick={(member) => void pick(false)(member)}
          isBusy={isBusy}
        />
        <PickList
          title={rowMessages.toAdd}
          items={toAdd}
          names={names}
          icon={<AddIcon />}
          empty={isSearch ? rowMessages.noMatch : rowMessages.noneToAdd(noun)}
          onPick={(member) => void pick(true)(member)}
          isBusy={isBusy}
        />
      </div>
    </>
  );
}
