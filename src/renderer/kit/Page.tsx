import type { TFunction } from 'i18next'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type Figure, figureHint } from '../../shared/kernel/figure.ts'
import { listed, useFormats } from '../i18n/formats.ts'

export interface PageProps<K extends string> {
  /** Translated; shown in the header. */
  title: string
  status?: string
  tabs?: readonly TabItem<K>[]
  tab?: NoInfer<K>
  onTab?: (tab: K) => void
  /** Buttons at the right of the tabs. */
  tools?: ReactNode
  children: ReactNode
}

/** True below a page: what stands there is a part of it. */
const InPage = createContext(false)

/**
 * The body of a screen: tabs with counts and tools above, the rest scrolls by itself. A page within a page is a part of it: its
 * tabs are quieter, its title is only their label, and header and window keep the title of the screen.
 */
export function Page<K extends string>({ title, status, tabs, tab, onTab, tools, children }: PageProps<K>) {
  usePageTitle(title, status)
  const isPart = use(InPage)
  return (
    <div className={isPart ? 'page page-part' : 'page'}>
      {tabs || tools ? (
        <div className="page-bar">
          {tabs ? <Tabs label={title} tabs={tabs} tab={tab} onTab={onTab} /> : null}
          {tools ? <div className="page-tools">{tools}</div> : null}
        </div>
      ) : null}
      <div className="page-body">
        <InPage value={true}>{children}</InPage>
      </div>
    </div>
  )
}

type PartProps = ComponentProps<'section'> & { label: string }

/** A part of the page that scrolls by itself; `label` names it, in the reader's language. */
export function ScrollPart({ label, ...rest }: PartProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
  return <section {...rest} tabIndex={0} aria-label={label} />
}

/** A part that scrolls where it has too little room: the keyboard passes it by while all of it is seen. */
export function OverflowPart({ label, ...rest }: Omit<PartProps, 'ref'>) {
  const ref = useRef<HTMLElement>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const part = ref.current
    if (!part) return
    const measure = () => setOverflows(part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth)
    measure()
    const watch = new ResizeObserver(measure)
    for (const element of [part, ...part.children]) watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const reached = overflows ? { tabIndex: 0, 'aria-label': label } : {}
  return <section {...rest} {...reached} ref={ref} />
}

export interface TabItem<K extends string> {
  key: K
  label: string
  /** Undefined while it is awaited: the last one stays in sight, dimmed. Null where there is nothing to count, as nothing unread. */
  count?: number | null | undefined
  /** The figure that the count is: its definition stands in the tab's tooltip. */
  figure?: Figure | undefined
  /** Tabs that may show the same rows: the tooltip names them, so that counts which add up to more than all are understood. */
  sharedWith?: readonly string[] | undefined
  /** Filters are set that its count does not obey: it is marked, and the tooltip says so. */
  isBeyondFilter?: boolean | undefined
}

export interface TabsProps<K extends string> {
  label: string
  tabs: readonly TabItem<K>[]
  tab: K | undefined
  onTab: ((tab: K) => void) | undefined
}

/** A row of tabs; arrows move between them as the pattern of ARIA says. */
export function Tabs<K extends string>({ label, tabs, tab, onTab }: TabsProps<K>) {
  const { t } = useTranslation()
  const bar = useRef<HTMLDivElement>(null)
  const place = tabs.findIndex(({ key }) => key === tab)
  // A row wider than a phone begins where the chosen tab is, also once counts have made it wider; a hand that scrolls it keeps it.
  const placed = useRef({ place: -1, left: 0 })
  const counts = tabs.map(({ count }) => count ?? '').join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts are how wide the tabs are.
  useEffect(() => {
    const [row, chosen] = [bar.current, bar.current?.querySelectorAll<HTMLElement>('[role=tab]')[place]]
    const isScrolled = placed.current.place === place && row?.scrollLeft !== placed.current.left
    if (!row || !chosen || isScrolled) return
    row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
    placed.current = { place, left: row.scrollLeft }
  }, [place, counts])
  const step = (event: ReactKeyboardEvent<HTMLDivElement>) => {
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
    <div ref={bar} className="tabs" role="tablist" aria-label={label} onKeyDown={step}>
      {tabs.map((item) => (
        <button
          key={item.key}
          type="button"
          role="tab"
          className="tab"
          title={tabHint(item, tabs, t)}
          aria-selected={item.key === tab}
          tabIndex={item.key === tab ? 0 : -1}
          onClick={() => onTab?.(item.key)}
        >
          {item.label}
          <TabCount count={item.count} isBeyondFilter={item.isBeyondFilter} />
        </button>
      ))}
    </div>
  )
}

/** What a tab counts, which other tabs may count the same, and which filters its count does not obey. */
export function tabHint(
  { figure, sharedWith = [], isBeyondFilter }: Omit<TabItem<string>, 'key' | 'label'>,
  tabs: readonly Pick<TabItem<string>, 'key' | 'label'>[],
  t: TFunction,
): string | undefined {
  const others = tabs.filter(({ key }) => sharedWith.includes(key)).map(({ label }) => label)
  const lines = [
    figure && figureHint(figure, t),
    others.length > 0 && t('Some of it may stand in other tabs as well: {{tabs}}.', { tabs: listed(others) }),
    isBeyondFilter && t('Counted without some of the filters that are set.'),
  ]
  return lines.filter(Boolean).join('\n') || undefined
}

/**
 * Gives what stands at a tab. While another number is awaited, the last one keeps its place, dimmed: tabs must not jump under the pointer.
 * Where there is nothing to count, none stands there.
 */
export function shownCount(
  count: number | null | undefined,
  last: number | null | undefined,
): { number: number; isOld: boolean } | null {
  const number = count === undefined ? last : count
  return number == null ? null : { number, isOld: count === undefined }
}

function TabCount({ count, isBeyondFilter }: Pick<TabItem<string>, 'count' | 'isBeyondFilter'>) {
  const formats = useFormats()
  const last = useRef(count)
  const shown = shownCount(count, last.current)
  if (count !== undefined) last.current = count
  if (shown === null) return null
  return (
    <span
      className="tab-count"
      data-old={shown.isOld || undefined}
      data-beyond={isBeyondFilter || undefined}
      aria-hidden={shown.isOld || undefined}
    >
      {formats.number(shown.number)}
    </span>
  )
}

function stepOf(key: string, at: number, length: number): number {
  if (key === 'ArrowRight') return 1
  if (key === 'ArrowLeft') return -1
  if (key === 'Home') return -at
  return key === 'End' ? length - 1 - at : 0
}

/** Title and status of the screen, for the header and the window's title. */
export interface PageTitle {
  title: string
  status?: string | undefined
}

export const pageTitleAtom = atom<PageTitle>({ title: '' })

/** Stands before the window's title while it is not 0, so that a page in the background shows that something waits. */
export const titleCountAtom = atom(0)

/** Titles the header and the window; within a page, which has titled them, it does nothing. */
export function usePageTitle(title: string, status?: string): void {
  const set = useSetAtom(pageTitleAtom)
  const count = useAtomValue(titleCountAtom)
  const isPart = use(InPage)
  useEffect(() => {
    if (!isPart) set({ title, status })
  }, [set, title, status, isPart])
  useEffect(() => {
    if (isPart) return
    const waiting = count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''
    document.title = waiting + (title ? `${title} · Selvedge` : 'Selvedge')
  }, [title, count, isPart])
}
