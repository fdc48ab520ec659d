export function GroupPage() {
  return <h1>Group</h1>;
}
