import { AttributeDefinitionsInput, type DeclaredFact } from '@console/shared-contract/api';
import {
  toDeclaredValue,
  type AttributeDefinition,
  type AttributeType,
  type AttributeValue,
} from '@console/shared-contract/shape-attributes';
import { declareDefaultSource, declareFact, toDeclared, type DeclaredFacts } from '../reader/declared-facts';
import { findChild, findChildren, getChildText, type XmlElement } from '../parsing/xml-elements';
import { createSkeletonLabel, readSkeletonSvg, type SkeletonLabel } from './cvat-skeletons';

/** Elements of `meta` that describe what was exported. */
const EXPORTED_ELEMENTS = ['task', 'job', 'project'];

/**
 * Owners, assignees, dates, and the attributes and points of labels in the element `meta` of a CVAT file. A project lists its
 * tasks, and each image names its task. CVAT does not export who drew a shape.
 */
export class CvatMeta {
  private readonly facts: DeclaredFact[] = [];
  private readonly factsByTask = new Map<string, DeclaredFact[]>();
  /** The attributes that labels declare, by the name of the label. */
  private readonly definitions = new Map<string, AttributeDefinition[]>();
  /** The points of skeletons, by the name of their label. */
  private readonly skeletons = new Map<string, SkeletonLabel | null>();

  constructor(private readonly file: { path: string }) {}

  /** Reads the element `meta`, which comes before the images. */
  async add(meta: XmlElement): Promise<void> {
    for (const exportedElement of meta.children.filter(({ name }) => EXPORTED_ELEMENTS.includes(name))) {
      this.facts.push(...declareTask(exportedElement));
      const tasks = findChildren(findChild(exportedElement, 'tasks') ?? exportedElement, 'task');
      const labels = findChildren(findChild(exportedElement, 'labels') ?? exportedElement, 'label');
      for (const label of labels) {
        // Single points of skeletons have no attributes in the console.
        if (!findChild(label, 'parent')) this.addDefinitions(label);
        if (getChildText(label, 'type') === 'skeleton') await this.addSkeleton(label, labels);
      }
      for (const task of tasks) this.factsByTask.set(getChildText(task, 'id') ?? '', declareTask(task));
    }
  }

  findDefinitions = (label: string): AttributeDefinition[] | undefined => this.definitions.get(label);

  /** Converts the text of an attribute to the type that the label declares. */
  parseValue(label: string, name: string, text: string): AttributeValue {
    const definition = this.findDefinitions(label)?.find((candidate) => candidate.name === name);
    return (definition && toDeclaredValue(text, definition)) ?? text;
  }

  /** Returns the points of the skeletons of a label. If the file does not declare the points, uses the points of the first skeleton. */
  getSkeleton(label: string, pointNames: readonly string[]): SkeletonLabel | null {
    const declaredSkeleton = this.skeletons.get(label);
    if (declaredSkeleton) return declaredSkeleton;
    const createdSkeleton = createSkeletonLabel({ names: pointNames });
    this.skeletons.set(label, createdSkeleton);
    return createdSkeleton;
  }

  /** Adds the points of a label from its drawing, or from the labels of its points. */
  private async addSkeleton(label: XmlElement, labels: readonly XmlElement[]): Promise<void> {
    const name = getChildText(label, 'name');
    if (!name || this.skeletons.has(name)) return;
    const svg = findChild(label, 'svg');
    const pointNames = labels
      .filter((candidate) => getChildText(candidate, 'parent') === name)
      .flatMap((pointLabel) => getChildText(pointLabel, 'name') ?? []);
    this.skeletons.set(name, createSkeletonLabel((svg && (await readSkeletonSvg(svg))) ?? { names: pointNames }));
  }

  private addDefinitions(label: XmlElement): void {
    const name = getChildText(label, 'name');
    const attributes = findChildren(findChild(label, 'attributes') ?? label, 'attribute').flatMap(readDefinition);
    const { data } = AttributeDefinitionsInput.safeParse(attributes);
    if (name && data && data.length > 0 && !this.definitions.has(name)) this.definitions.set(name, data);
  }

  /** Returns the provenance facts about an image. `sources` contains the sources of its shapes. */
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

const ATTRIBUTE_TYPES: ReadonlyMap<string, AttributeType> = new Map([
  ['checkbox', 'checkbox'],
  ['number', 'number'],
  ['select', 'choice'],
  ['radio', 'choice'],
  ['text', 'text'],
]);

/** Reads an attribute of a label. `values` has the choices, or the minimum, maximum and step of a number, one per line. */
function readDefinition(attribute: XmlElement): AttributeDefinition[] {
  const [name, type] = [getChildText(attribute, 'name'), ATTRIBUTE_TYPES.get(getChildText(attribute, 'input_type') ?? '')];
  if (!name || !type) return [];
  const values = (getChildText(attribute, 'values') ?? '').split(/\r?\n|;/).flatMap((value) => value.trim() || []);
  const [min, max] = values.map(Number);
  const definition: AttributeDefinition = {
    name,
    type,
    ...(type === 'choice' && { choices: [...new Set(values)] }),
    ...(type === 'number' && Number.isFinite(min) && Number.isFinite(max) && { min, max }),
  };
  const defaultText = getChildText(attribute, 'default_value');
  const defaultValue = defaultText ? toDeclaredValue(defaultText, definition) : null;
  return [{ ...definition, ...(defaultValue !== null && { default: defaultValue }) }];
}
