import { Drawer as BlueprintDrawer, Button } from '@blueprintjs/core'
import {
  Airplane,
  Application,
  Book,
  Box,
  Build,
  ChevronDown,
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
  Pin,
  SendTo,
  SeriesSearch,
  Shop,
  ShoppingCart,
  Star,
  ThumbsUp,
  TimelineLineChart,
  Translate,
  Unpin,
  Wrench,
} from '@blueprintjs/icons'
import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { menuPath, openingOf, sideMenu } from '../../shared/areas.ts'
import type { CallData } from '../actions/calls.ts'
import { useAnswer } from '../actions/useRows.ts'
import { key } from '../i18n/formats.ts'
import { useIsPhone } from '../kit/use-is-phone.ts'
import { sessionAtom, type User } from '../session/session.ts'
import { Mark } from './Mark.tsx'
import { openAtFirst, useMenuLikes } from './menu-folds.ts'
import { useChosenVendor, withVendor } from './vendor/VendorSearch.tsx'

const storageKey = 'sideMenu'

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
  return (
    <BlueprintDrawer
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      position="left"
      size="min(300px, 86vw)"
      transitionDuration={120}
    >
      <nav className="side side-over" aria-label={t('Menu')} onKeyDown={moveByKeys}>
        <Brand user={user} />
        <Groups user={user} isNarrow={false} />
      </nav>
    </BlueprintDrawer>
  )
}

function MenuBeside({ user }: { user: User }) {
  const { t } = useTranslation()
  const [isNarrow, toggle] = useFolded()
  const label = isNarrow ? t('Unfold the menu') : t('Fold the menu')
  return (
    <nav className="side" data-narrow={isNarrow} aria-label={t('Menu')} onKeyDown={moveByKeys}>
      <Brand user={user} />
      <Groups user={user} isNarrow={isNarrow} />
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

function Brand({ user }: { user: User }) {
  const [vendor] = useChosenVendor()
  return (
    <Link to={withVendor(user.landing_path, vendor)} className="brand" title="Selvedge">
      <Mark />
      <span className="brand-name">Selvedge</span>
    </Link>
  )
}

const pinnedKey = 'pinned'

/** The groups of the menu, what is pinned first. The entry of the page is always in sight, also of a folded group. */
function Groups({ user, isNarrow }: { user: User; isNarrow: boolean }) {
  const { pathname } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  const all = useMenu(user)
  const { folded, pinned, fold, pin, unpin } = useMenuLikes()
  const items = all.flatMap((group) => group.items)
  const groups = [
    {
      key: pinnedKey,
      label: key('Pinned'),
      items: pinned.flatMap((path) => items.find((one) => one.path === path) ?? []),
    },
    ...all.map((group) => ({ ...group, items: group.items.filter(({ path }) => !pinned.includes(path)) })),
  ].filter((group) => group.items.length > 0)
  const atFirst = openAtFirst(all, user.landing_path)
  const here = menuPath(user, pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu may come after the page.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [here, all])
  return (
    <div ref={list} className="side-groups">
      {groups.map((group) => (
        <Group
          key={group.key}
          {...{ group, here, isNarrow, pinned }}
          isFolded={folded[group.key] ?? !(group.key === pinnedKey || atFirst.has(group.key))}
          onFold={(isFolded) => fold(group.key, isFolded)}
          onPin={(path) => (pinned.includes(path) ? unpin(path) : pin(path))}
        />
      ))}
    </div>
  )
}

interface GroupProps {
  group: MenuGroup
  /** The path of the entry that is the page's. */
  here: string
  isNarrow: boolean
  isFolded: boolean
  pinned: readonly string[]
  onFold: (isFolded: boolean) => void
  onPin: (path: string) => void
}

function Group({ group: { label, items }, here, isNarrow, isFolded, pinned, onFold, onPin }: GroupProps) {
  const { t } = useTranslation()
  const [vendor] = useChosenVendor()
  const name = t(label)
  return (
    <section className="side-group" aria-label={name}>
      <h2>
        <button
          type="button"
          className="side-heading"
          aria-expanded={!isFolded}
          {...(isNarrow && { title: name })}
          onClick={() => onFold(!isFolded)}
        >
          <span>{name}</span>
          <ChevronDown size={12} aria-hidden="true" />
        </button>
      </h2>
      <ul>
        {items.map(({ key: entry, label: english, path, icon }) => {
          const text = t(english)
          const isHere = path === here
          const isPinned = pinned.includes(path)
          const pinning = isPinned
            ? t('Unpin {{screen}}', { screen: text })
            : t('Pin {{screen}} on top', { screen: text })
          return (
            <li key={entry} hidden={isFolded && !isHere}>
              <Link
                to={withVendor(path, vendor)}
                className={isHere ? 'side-link active' : 'side-link'}
                {...(isHere && { 'aria-current': 'page' as const })}
                {...(isNarrow && { title: text })}
              >
                <MenuIcon name={icon} />
                <span className="side-text">{text}</span>
              </Link>
              {isNarrow ? null : (
                <button
                  type="button"
                  className="side-pin"
                  // By the arrow keys, from its entry: the menu is long enough for Tab without it.
                  tabIndex={-1}
                  aria-label={pinning}
                  title={pinning}
                  onClick={() => onPin(path)}
                >
                  {isPinned ? <Unpin size={12} /> : <Pin size={12} />}
                </button>
              )}
            </li>
          )
        })}
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
const storedAs = (size: Size) => (size === 'wide' ? storageKey : `${storageKey}.small`)

function isKeptFolded(size: Size): boolean {
  return (localStorage.getItem(storedAs(size)) ?? (size === 'small' ? 'folded' : 'open')) === 'folded'
}

/** Up and down go from entry to entry, left and right fold and unfold a heading, and go from an entry to its pin and back. */
function moveByKeys(event: ReactKeyboardEvent<HTMLElement>): void {
  const { key: pressed, currentTarget } = event
  const at = document.activeElement
  if (pressed === 'ArrowDown' || pressed === 'ArrowUp') {
    const stops = [...currentTarget.querySelectorAll<HTMLElement>('.side-heading, .side-link')].filter((one) =>
      one.checkVisibility(),
    )
    const from = stops.findIndex((one) => one === at || one === at?.previousElementSibling)
    stops[(from + (pressed === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length]?.focus()
  } else if (pressed === 'ArrowLeft' || pressed === 'ArrowRight') {
    const isRight = pressed === 'ArrowRight'
    if (at?.matches('.side-heading')) {
      if ((at.getAttribute('aria-expanded') === 'true') !== isRight) (at as HTMLElement).click()
    } else {
      const next = isRight ? at?.nextElementSibling : at?.previousElementSibling
      if (next?.matches('.side-link, .side-pin')) (next as HTMLElement).focus()
    }
  } else return
  event.preventDefault()
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
  return useMemo(() => {
    const [first] = sideMenu(user, pathname)
    const known = new Set(given.flatMap(({ items }) => items.map(({ path }) => path)))
    const more =
      first?.key === 'start'
        ? first.items.filter(({ path }) => !known.has(path) && openingOf(user, path) === 'to-come')
        : []
    if (given.length === 0 || first === undefined || more.length === 0) return given
    const rest = given.filter(({ key }) => key !== 'start')
    const own = given.find(({ key }) => key === 'start')?.items ?? []
    return [{ ...first, items: [...more, ...own] }, ...rest]
  }, [given, user, pathname])
}
