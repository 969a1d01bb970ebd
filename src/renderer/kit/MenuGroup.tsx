import { type ReactNode, useId } from 'react'

/** Items of a `KeyMenu` that belong together, under their name. Blueprint's divider would make the name a heading of the page. */
export function MenuGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <li className="menu-group" role="none">
      <span className="menu-group-title" id={id}>
        {title}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a list of menu items is no fieldset */}
      <ul role="group" aria-labelledby={id}>
        {children}
      </ul>
    </li>
  )
}
