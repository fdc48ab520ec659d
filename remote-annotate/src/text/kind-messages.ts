/** Text about a kind of shape. */
export interface KindMessages {
  readonly name: string;
  /** Title of a list, and name of a counter. */
  readonly plural: string;
  /** The kind of label, as the title of the label dialog names it. */
  readonly labelType: string;
  /** Label of the tool. */
  readonly draw: string;
  /** Label of the tool while the labels of the kind are missing. Null hides the tool then. */
  readonly noLabels: string | null;
  readonly selected: (count: number) => string;
}
