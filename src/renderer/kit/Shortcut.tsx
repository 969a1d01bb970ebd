/** Keys as they are on the keyboard, for example `Ctrl+K`. Shown beside what they do. */
export function Shortcut({ keys }: { keys: string }) {
  return (
    <span className="shortcut" aria-hidden="true">
      {keys.split('+').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
