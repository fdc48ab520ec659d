import type { DeclaredFact } from '@console/shared-contract/api';
import { declareDefaultSource, declareFact, toDeclared, type DeclaredFacts } from '../reader/declared-facts';
import { findChild, findChildren, getChildText, type XmlElement } from '../parsing/xml-elements';

/** Elements of `meta` that describe what was exported. */
const EXPORTED = ['task', 'job', 'project'];

/**
 * Owners, assignees and dates in the element `meta` of a CVAT file. A project lists its tasks, and its images name theirs. CVAT
 * does not export who drew a shape.
 */
export class CvatMeta {
  private readonly facts: DeclaredFact[] = [];
  private readonly factsByTask = new Map<string, DeclaredFact[]>();

  constructor(private readonly file: { path: string }) {}

  /** Reads the element. It comes before the images. */
  add(meta: XmlElement): void {
    for (const exported of meta.children.filter(({ name }) => EXPORTED.includes(name))) {
      this.facts.push(...declareTask(exported));
      const tasks = findChildren(findChild(exported, 'tasks') ?? exported, 'task');
      for (const task of tasks) this.factsByTask.set(getChildText(task, 'id') ?? '', declareTask(task));
    }
  }

  /** Returns the facts about an image with shapes of these sources. */
  declareImage(taskId: string | undefined, sources: readonly (string | undefined)[]): { declared?: DeclaredFacts } {
    return toDeclared(this.file, this.factsByTask.get(taskId ?? '') ?? [], this.facts, declareDefaultSource(sources));
  }
}

function declareTask(task: XmlElement): DeclaredFact[] {
  const context = getChildText(task, 'name');
  const getUser = (role: string) => {
    const user = findChild(task, role);
    return getChildText(user, 'username') ?? getChildText(user, 'email') ?? user?.text;
  };
  return [
    ...declareFact('created', { by: getUser('owner'), at: getChildText(task, 'created'), context }),
    ...declareFact('assigned', { by: getUser('assignee'), context }),
    ...declareFact('changed', { at: getChildText(task, 'updated'), context }),
  ];
}
