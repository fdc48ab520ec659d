import { needImport } from './pathed-files';

const createPathedFiles = (...paths: string[]) =>
  paths.map((path) => ({ path, file: new File([''], path, { type: path.endsWith('.jpg') ? 'image/jpeg' : '' }) }));

describe('needImport', () => {
  it.each([
    ['YOLO label files next to images', createPathedFiles('a.jpg', 'a.txt')],
    ['other annotation files', createPathedFiles('a.jpg', 'a.xml')],
    ['archives', createPathedFiles('images.tar.gz')],
    ['images in several folders', createPathedFiles('fig/a.jpg', 'nut/b.jpg')],
    ['images whose type the browser does not know', createPathedFiles('fig/a.HEIC', 'nut/b.bmp')],
  ])('returns true for %s', (_, files) => {
    expect(needImport(files)).toBe(true);
  });

  it('returns false for images of one folder, which the upload accepts', () => {
    expect(needImport(createPathedFiles('fig/a.jpg', 'fig/b.jpg'))).toBe(false);
  });
});
