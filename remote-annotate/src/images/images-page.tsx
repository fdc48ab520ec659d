export function ImagesPage() {
  return <h1>Images</h1>;
}
