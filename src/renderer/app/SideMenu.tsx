import { Drawer as BlueprintDrawer, Button } from '@blueprintjs/core'
import {
  Airplane,
  Application,
  Book,
  Box,
  Build,
  Clipboard,
  Comparison,
  Cube,
  Database,
  Document,
  Dollar,
  Endorsed,
  EyeOpen,
  Flag,
  GridView,
  Heatmap,
  Home,
  HorizontalBarChart,
  Import,
  Inbox,
  Issue,
  Key,
  LabTest,
  Layers,
  Media,
  MenuClosed,
  Menu as MenuIconLines,
  MenuOpen,
  OneToOne,
  PanelStats,
  People,
  SendTo,
  SeriesSearch,
  Shop,
  ShoppingCart,
  Star,
  ThumbsUp,
  TimelineLineChart,
  Translate,
  Wrench,
} from '@blueprintjs/icons'
import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router-dom'
import { sideMenu } from '../../shared/areas.ts'
import type { CallData } from '../actions/calls.ts'
import { useAnswer } from '../actions/useRows.ts'
import { useIsPhone } from '../kit/use-is-phone.ts'
import { sessionAtom, type User } from '../session/session.ts'
import { Mark } from './Mark.tsx'
import { useChosenVendor, withVendor } from './vendor/VendorSearch.tsx'

const key = 'sideMenu'

/** Whether the menu lies over the page, on a phone, which has no room for it beside the page. */
const isOverPageAtom = atom(false)

/** The user's screens. Arrows move through it, Ctrl+B folds it, and how it was left is how it comes back. */
export function SideMenu({ user }: { user: User }) {
  const isPhone = useIsPhone()
  return isPhone ? <MenuOverPage user={user} /> : <MenuBeside user={user} />
}

/** Opens the menu on a phone; nothing elsewhere. */
export function MenuButton() {
  const { t } = useTranslation()
  const open = useSetAtom(isOverPageAtom)
  if (!useIsPhone()) return null
  return <Button variant="minimal" icon={<MenuIconLines />} aria-label={t('Menu')} onClick={() => open(true)} />
}

function MenuOverPage({ user }: { user: User }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useAtom(isOverPageAtom)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went to a screen wants to see it.
  useEffect(() => setOpen(false), [pathname, setOpen])
  const groups = useMenu(user)
  const [vendor] = useChosenVendor()
  return (
    <BlueprintDrawer
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      position="left"
      size="min(300px, 86vw)"
      transitionDuration={120}
    >
      <nav className="side side-over" aria-label={t('Menu')} onKeyDown={moveByArrows}>
        <NavLink to={withVendor(user.landing_path, vendor)} className="brand" title="Selvedge">
          <Mark />
          <span className="brand-name">Selvedge</span>
        </NavLink>
        <div className="side-groups">
          {groups.map((group) => (
            <Group key={group.key} group={group} isNarrow={false} vendor={vendor} />
          ))}
        </div>
      </nav>
    </BlueprintDrawer>
  )
}

function MenuBeside({ user }: { user: User }) {
  const { t } = useTranslation()
  const groups = useMenu(user)
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
  const [isSmall, setSmall] = useState(() => small().matches)
  const [folded, setFolded] = useState(() => ({ wide: isKeptFolded('wide'), small: isKeptFolded('small') }))
  const size = isSmall ? 'small' : 'wide'
  const isFolded = folded[size]
  const toggle = useCallback(() => setFolded((before) => ({ ...before, [size]: !before[size] })), [size])
  useEffect(() => localStorage.setItem(storedAs(size), isFolded ? 'folded' : 'open'), [size, isFolded])
  // A window that is made narrow, or a tablet that is turned, needs its width for the list.
  useEffect(() => {
    const screen = small()
    const listen = () => setSmall(screen.matches)
    screen.addEventListener('change', listen)
    return () => screen.removeEventListener('change', listen)
  }, [])
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

type Size = 'wide' | 'small'

const small = () => matchMedia('(max-width: 1099px)')
/** How the menu was left is kept for wide windows and for small ones, where it starts folded. */
const storedAs = (size: Size) => (size === 'wide' ? key : `${key}.small`)

function isKeptFolded(size: Size): boolean {
  return (localStorage.getItem(storedAs(size)) ?? (size === 'small' ? 'folded' : 'open')) === 'folded'
}

function moveByArrows(event: ReactKeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.side-link')]
  const at = links.findIndex((link) => document.activeElement?.isSameNode(link))
  const next = links[(at + step + links.length) % links.length]
  event.preventDefault()
  next?.focus()
}

/** Only these are bundled; a name that the menu does not know yet gets the plain one. */
const icons = {
  home: Home,
  dollar: Dollar,
  'panel-stats': PanelStats,
  'series-search': SeriesSearch,
  'shopping-cart': ShoppingCart,
  box: Box,
  truck: Truck,
  inbox: Inbox,
  endorsed: Endorsed,
  people: People,
  key: Key,
  translate: Translate,
  build: Build,
  shop: Shop,
  'grid-view': GridView,
  heatmap: Heatmap,
  'eye-open': EyeOpen,
  book: Book,
  flag: Flag,
  layers: Layers,
  import: Import,
  document: Document,
  clipboard: Clipboard,
  database: Database,
  'horizontal-bar-chart': HorizontalBarChart,
  cube: Cube,
  'send-to': SendTo,
  'one-to-one': OneToOne,
  star: Star,
  airplane: Airplane,
  'lab-test': LabTest,
  'thumbs-up': ThumbsUp,
  'timeline-line-chart': TimelineLineChart,
  wrench: Wrench,
  issue: Issue,
  comparison: Comparison,
  media: Media,
}

export function MenuIcon({ name }: { name: string }) {
  const Icon = Object.hasOwn(icons, name) ? icons[name as keyof typeof icons] : Application
  return <Icon size={16} aria-hidden="true" />
}

/** Blueprint draws its truck from the front, which nobody takes for one at this size. */
function Truck({ size }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d="M0 3h9.5v8H7.6a2 2 0 0 0-3.7 0H0zM10.5 5.5H13L16 9v2h-1.1a2 2 0 0 0-3.7 0h-.7z" />
      <circle cx="5.75" cy="12" r="1.5" />
      <circle cx="13" cy="12" r="1.5" />
    </svg>
  )
}

export type MenuGroup = CallData<'people.getSidemenu'>['groups'][number]

const none: MenuGroup[] = []

/** The caller's menu as the server gives it; empty until known. An area without screens yet leads it while one is there. */
export function useMenu(user: User): readonly MenuGroup[] {
  const { pathname } = useLocation()
  const session = useAtomValue(sessionAtom)
  const { data, error } = useAnswer('people.getSidemenu', {}, { enabled: session.state === 'signed-in' })
  // Without a connection: what the server would say, by the same table.
  const given = data?.groups ?? (error ? sideMenu(user) : none)
  const [first] = sideMenu(user, pathname)
  const isKnown = given.length === 0 || given.some(({ label }) => label === first?.label)
  return isKnown || first === undefined ? given : [first, ...given]
}
