import type { XmlElement } from './xml-elements';
import type { ImportSink } from '../reader/reader';

/** What a reader knows about the fields of one kind of element. */
interface KnownFields {
  /** Fields that the reader imports, reports in another note, or can derive from other fields. */
  readNames: ReadonlySet<string>;
  /** Values of other fields that carry no information, as text. */
  defaults: Readonly<Record<string, string>>;
}

export const defineFields = (read: readonly string[], defaults: Readonly<Record<string, string>> = {}): KnownFields => ({
  readNames: new Set(read),
  defaults,
});

/** Maximum number of field names in notes, because a file may have any number. */
const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 60;
const UNREAD_FIELDS_NOTE = 'Fields that are not imported';

/** Counts the fields that a reader does not import, by name. Empty values are not counted. */
export class UnreadFields {
  private readonly reportedNames = new Map<string, string>();

  constructor(private readonly sink: Pick<ImportSink, 'addNote'>) {}

  /** Counts the unknown fields of a JSON object or a table row. `prefix` is the name of the field that contains it. */
  add(element: Readonly<Record<string, unknown>>, knownFields: KnownFields, prefix = ''): void {
    for (const name in element) {
      const value = element[name];
      if (knownFields.readNames.has(name) || isBlank(value) || isDefault(value, knownFields.defaults[name])) continue;
      this.addName(prefix + name);
    }
  }

  /** Counts the unknown attributes and children of an XML element. */
  addXml({ attributes, children }: XmlElement, knownFields: KnownFields): void {
    this.add(attributes, knownFields);
    for (const child of children) this.add({ [child.name]: toXmlValue(child) }, knownFields);
  }

  addName(name: string, count = 1): void {
    this.sink.addNote(null, this.reportedNames.get(name) ?? this.createNote(name), count);
  }

  private createNote(name: string): string {
    if (this.reportedNames.size >= MAX_NAMES) return `${UNREAD_FIELDS_NOTE}: others`;
    const note = `${UNREAD_FIELDS_NOTE}: ${toNoteText(name, MAX_NAME_LENGTH)}`;
    this.reportedNames.set(name, note);
    return note;
  }
}

/** Truncates a text of a file for a note. The database cannot store control characters and unpaired surrogates. */
export const toNoteText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' ');

/** Objects are never a default. Some cannot be converted to text. */
const isDefault = (value: unknown, text: string | undefined) => typeof value !== 'object' && String(value) === text;

/** A deeper value counts as not blank, so that no file can exhaust the stack. */
const MAX_BLANK_DEPTH = 50;

function isBlank(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value !== 'object' || value === null) return value === null || value === undefined;
  return depth < MAX_BLANK_DEPTH && Object.values(value).every((child) => isBlank(child, depth + 1));
}

/** The text of an element without children, otherwise the values of its attributes and children. */
function toXmlValue({ text, attributes, children }: XmlElement): unknown {
  if (children.length === 0 && Object.keys(attributes).length === 0) return text.trim();
  return [text, ...Object.values(attributes), ...children.map(toXmlValue)];
}
