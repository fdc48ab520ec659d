import { needImport } from './pathed-files';

const toFiles = (...paths: string[]) =>
  paths.map((path) => ({ path, file: new File([''], path, { type: path.endsWith('.jpg') ? 'image/jpeg' : '' }) }));

describe('needImport', () => {
  it.each([
    ['YOLO label files next to images', toFiles('a.jpg', 'a.txt')],
    ['other annotation files', toFiles('a.jpg', 'a.xml')],
    ['archives', toFiles('images.tar.gz')],
    ['images in several folders', toFiles('fig/a.jpg', 'nut/b.jpg')],
    ['images whose type the browser does not know', toFiles('fig/a.HEIC', 'nut/b.bmp')],
  ])('accepts %s', (_, files) => {
    expect(needImport(files)).toBe(true);
  });

  it('leaves images of one folder to an upload', () => {
    expect(needImport(toFiles('fig/a.jpg', 'fig/b.jpg'))).toBe(false);
  });
});
