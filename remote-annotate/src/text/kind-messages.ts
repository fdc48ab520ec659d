/** Text about a kind of shape. */
export interface KindMessages {
  readonly name: string;
  /** Plural of `name`, for the title of a list and the name of a counter. */
  readonly plural: string;
  /** Name of the kind of label in the title of the label dialog. */
  readonly labelType: string;
  /** Label of the tool. */
  readonly draw: string;
  /** Label of the tool while there are no labels of the kind. Null hides the tool in that case. */
  readonly noLabels: string | null;
  readonly selected: (count: number) => string;
}
