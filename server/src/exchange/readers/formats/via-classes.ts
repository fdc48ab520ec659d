import { AttributeDefinitionsInput } from '@console/shared-contract/api';
import { isShapeFlag, type AttributeDefinition } from '@console/shared-contract/shape-attributes';
import type { ImportSink } from '../reader/reader';

/** An attribute of regions that a project declares. */
export interface ViaAttribute {
  name: string;
  /** `other`: an attribute with several selected options, which the console does not support. */
  type: 'text' | 'choice' | 'other';
  options: string[];
}

/** The classes of the regions of a project. The label of each class gets the attributes that the project declares for regions. */
export class ViaClasses {
  private readonly classNames = new Set<string>();
  /** The attributes whose values are names of classes. They do not become attributes of labels. */
  private readonly classAttributes = new Set<string>();

  /** Adds the class of a region, and the attribute that contains it. */
  add(name: string, attribute: string): void {
    this.classNames.add(name);
    this.classAttributes.add(attribute);
  }

  /** Declares the attributes for all classes that were added. Classes without shapes are not imported. */
  declare(attributes: readonly ViaAttribute[], sink: ImportSink): void {
    const definitions = attributes.flatMap((attribute) =>
      this.classAttributes.has(attribute.name) || isShapeFlag(attribute.name) ? [] : toDefinition(attribute),
    );
    const { data } = AttributeDefinitionsInput.safeParse(definitions);
    if (!data || data.length === 0) return;
    for (const name of this.classNames)
      for (const domain of ['detection', 'segmentation'] as const) sink.addClass({ of: domain, name, attributes: data });
  }
}

function toDefinition({ name, type, options }: ViaAttribute): AttributeDefinition[] {
  if (type === 'other' || (type === 'choice' && options.length === 0)) return [];
  return [{ name, type, ...(type === 'choice' && { choices: [...new Set(options)] }) }];
}
