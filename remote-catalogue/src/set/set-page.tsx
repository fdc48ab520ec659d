export function SetPage() {
  return <h1>Product Set</h1>;
}
