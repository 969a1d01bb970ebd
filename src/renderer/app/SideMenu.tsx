import { Button } from '@blueprintjs/core'
import { MenuClosed, MenuOpen } from '@blueprintjs/icons'
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { Mark } from './Mark.tsx'
import { MenuIcon } from './MenuIcon.tsx'
import { type MenuGroup, useMenu } from './menu.ts'
import type { User } from './session.ts'
import { useChosenVendor, withVendor } from './vendor/chosen-vendor.ts'

const key = 'sideMenu'

/** The user's screens. Arrows move through it, Ctrl+B folds it, and how it was left is how it comes back. */
export function SideMenu({ user }: { user: User }) {
  const { t } = useTranslation()
  const groups = useMenu()
  const [vendor] = useChosenVendor()
  const [isNarrow, toggle] = useFolded()
  const label = isNarrow ? t('Unfold the menu') : t('Fold the menu')
  return (
    <nav className="side" data-narrow={isNarrow} aria-label={t('Menu')} onKeyDown={moveByArrows}>
      <NavLink to={withVendor(user.landing_path, vendor)} className="brand" title="Selvedge">
        <Mark />
        <span className="brand-name">Selvedge</span>
      </NavLink>
      <div className="side-groups">
        {groups.map((group) => (
          <Group key={group.key} group={group} isNarrow={isNarrow} vendor={vendor} />
        ))}
      </div>
      <Button
        className="side-fold"
        variant="minimal"
        icon={isNarrow ? <MenuOpen /> : <MenuClosed />}
        aria-label={label}
        title={`${label} (Ctrl+B)`}
        aria-expanded={!isNarrow}
        onClick={toggle}
      />
    </nav>
  )
}

interface GroupProps {
  group: MenuGroup
  isNarrow: boolean
  /** Goes on with every link until it is cleared; empty for all vendors. */
  vendor: string
}

function Group({ group: { label, items }, isNarrow, vendor }: GroupProps) {
  const { t } = useTranslation()
  return (
    <section className="side-group" aria-label={t(label)}>
      <h2>{t(label)}</h2>
      <ul>
        {items.map(({ key: name, label: text, path, icon }) => (
          <li key={name}>
            <NavLink to={withVendor(path, vendor)} className="side-link" {...(isNarrow ? { title: t(text) } : {})}>
              <MenuIcon name={icon} />
              <span className="side-text">{t(text)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useFolded(): [isFolded: boolean, toggle: () => void] {
  const [isFolded, setFolded] = useState(() => (localStorage.getItem(key) ?? startsFolded()) === 'folded')
  const toggle = useCallback(() => setFolded((before) => !before), [])
  useEffect(() => localStorage.setItem(key, isFolded ? 'folded' : 'open'), [isFolded])
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'b') return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [toggle])
  return [isFolded, toggle]
}

function startsFolded(): 'folded' | 'open' {
  return innerWidth < 1100 ? 'folded' : 'open'
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.side-link')]
  const at = links.findIndex((link) => document.activeElement?.isSameNode(link))
  const next = links[(at + step + links.length) % links.length]
  event.preventDefault()
  next?.focus()
}
