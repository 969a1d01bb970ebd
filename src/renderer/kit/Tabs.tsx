import type { KeyboardEvent } from 'react'
import { useFormats } from '../i18n/formats.ts'

export interface TabItem<K extends string> {
  key: K
  label: string
  count?: number | undefined
}

export interface TabsProps<K extends string> {
  label: string
  tabs: readonly TabItem<K>[]
  tab: K | undefined
  onTab: ((tab: K) => void) | undefined
}

/** A row of tabs; arrows move between them as the pattern of ARIA says. */
export function Tabs<K extends string>({ label, tabs, tab, onTab }: TabsProps<K>) {
  const formats = useFormats()
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    // Where the focus is, not what is open: keys may come faster than the next tab is.
    const at = all.indexOf(event.target as HTMLElement)
    const to = (at + stepOf(event.key, at, tabs.length) + tabs.length) % tabs.length
    const next = tabs[to]
    if (!next || to === at) return
    event.preventDefault()
    onTab?.(next.key)
    all[to]?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={step}>
      {tabs.map(({ key, label: name, count }) => (
        <button
          key={key}
          type="button"
          role="tab"
          className="tab"
          aria-selected={key === tab}
          tabIndex={key === tab ? 0 : -1}
          onClick={() => onTab?.(key)}
        >
          {name}
          {count === undefined ? null : <span className="tab-count">{formats.number(count)}</span>}
        </button>
      ))}
    </div>
  )
}

function stepOf(key: string, at: number, length: number): number {
  if (key === 'ArrowRight') return 1
  if (key === 'ArrowLeft') return -1
  if (key === 'Home') return -at
  return key === 'End' ? length - 1 - at : 0
}
