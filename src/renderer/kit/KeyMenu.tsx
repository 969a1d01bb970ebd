import { Menu } from '@blueprintjs/core'
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

/** A menu in a popover that takes the focus when it opens, and whose items the arrows walk through. */
export function KeyMenu({ className, label, children }: { className?: string; label?: string; children: ReactNode }) {
  const menu = useRef<HTMLUListElement>(null)
  useEffect(() => {
    let last: Element | null = null
    const take = () => (last instanceof HTMLElement ? last : itemsOf(menu.current)[0])?.focus({ preventScroll: true })
    // The popover takes the focus itself once it has opened, on a busy computer after the first arrow: it is handed back.
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target === menu.current) return
      if (menu.current?.contains(target)) last = target
      else if (target.contains(menu.current)) take()
    }
    document.addEventListener('focusin', follow)
    // Not at once: the popover first notes what it has to give the focus back to.
    const timer = setTimeout(take, 50)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', follow)
    }
  }, [])
  return (
    <Menu ulRef={menu} className={className ?? ''} {...(label ? { 'aria-label': label } : {})} onKeyDown={walk}>
      {children}
    </Menu>
  )
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]:not([aria-disabled=true])') ?? [])]
}

function walk(event: ReactKeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + (at < 0 ? 1 : 0), Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items[(to + items.length) % items.length]?.focus()
}

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
