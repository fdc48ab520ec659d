import type { ExportFileWriter } from '../../exchange/exports/formats/format';

/** Collects the files of an export. */
export class MemoryFiles implements ExportFileWriter {
  readonly files: Record<string, string | Buffer> = {};
  append = async (path: string, text: string): Promise<void> => {
    this.files[path] = `${String(this.files[path] ?? '')}${text}`;
  };
  add = async (path: string, content: string | Buffer): Promise<void> => {
    this.files[path] = content;
  };
  private readonly joinedFiles: Parameters<ExportFileWriter['addConcatenated']>[] = [];
  addConcatenated: ExportFileWriter['addConcatenated'] = (...joinedFile) => void this.joinedFiles.push(joinedFile);

  /** Call it when everything is written. */
  listFiles(): Record<string, string | Buffer> {
    for (const [path, parts] of this.joinedFiles)
      this.files[path] = parts.map((part) => (typeof part === 'string' ? part : String(this.files[part.file] ?? ''))).join('');
    return this.files;
  }
}
