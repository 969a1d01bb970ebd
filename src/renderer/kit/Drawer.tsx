import { Drawer as BlueprintDrawer, Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Placed } from '../../shared/kernel/place-zones.ts'
import { RowPlace } from '../i18n/place.ts'

export interface DrawerProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** The row that it shows: every time in it is said in that row's zone. */
  of?: Placed | null | undefined
  /** Beside the title: a status, a flag. */
  beside?: ReactNode
  /** Buttons at the foot, the next action last. */
  actions?: ReactNode
  /** Pixels; 640 when left out. */
  width?: number
  /** Gives the focus back to this element where the drawer was opened from an overlay that is gone by then. */
  home?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The number of the record that the drawer around shows; null outside of one. */
export const DrawerRecord = createContext<string | null>(null)

/** A row's history at the right of the page: `Facts`, `Section`s, `Timeline`. Escape closes it and focus goes back. */
export function Drawer({ isOpen, onClose, title, of, beside, actions, width = 640, home, children }: DrawerProps) {
  const { t } = useTranslation()
  const id = useId()
  useDrawerFocus(isOpen, onClose)
  const around = useContext(RowPlace)
  const record = typeof title === 'string' ? title : null
  return (
    <BlueprintDrawer
      isOpen={isOpen}
      onClose={onClose}
      onClosed={() => requestAnimationFrame(() => takeFocus(home?.current))}
      // On a phone as wide as the screen: a strip of the page beside it is of no use there.
      size={`min(${width}px, max(96vw, min(100vw, 719px)))`}
      transitionDuration={120}
    >
      {/* Blueprint's drawer names no role. */}
      <div
        className="drawer"
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        // What presses in it act on: see fresh-press.
        data-record={record ?? undefined}
      >
        <RowPlace value={of ?? around}>
          <div className="drawer-head">
            <h2 id={id}>{title}</h2>
            {beside}
            <Button
              className="drawer-close"
              variant="minimal"
              icon={<Cross />}
              aria-label={t('Close')}
              onClick={onClose}
            />
          </div>
          <div className="drawer-body">
            <DrawerRecord value={record}>{children}</DrawerRecord>
          </div>
          {actions ? <div className="drawer-foot">{actions}</div> : null}
        </RowPlace>
      </div>
    </BlueprintDrawer>
  )
}

/** Only where nothing else has it: the user may have gone on. */
function takeFocus(home: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) home?.focus({ preventScroll: true })
}

interface SectionProps {
  title?: string
  tools?: ReactNode
  /** On a page rather than in a drawer: right below the page's own title. */
  isOnPage?: boolean
  children: ReactNode
}

export function Section({ title, tools, isOnPage = false, children }: SectionProps) {
  const Heading = isOnPage ? 'h2' : 'h3'
  return (
    <section className="section">
      {title || tools ? (
        <div className="section-head">
          {title ? <Heading>{title}</Heading> : null}
          {tools ? <div className="section-tools">{tools}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  )
}

/** Labelled values in columns; a fact whose value is null is left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Drawers on screen: one that loads is replaced at once by one that shows, and the focus must not leave in between. */
let openDrawers = 0
/** The element that had the focus before the first of them. */
let opener: HTMLElement | null = null
/** The last one has just gone; another may take its place before the focus is given back. */
let isLeaving = false

/**
 * What Blueprint's drawer leaves out. It hears Escape only once the focus has come inside, a frame or more after it is seen, and
 * it gives the focus back only when it is closed, not when it is taken away with its row.
 */
export function useDrawerFocus(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    if (openDrawers === 0 && !isLeaving) opener = before instanceof HTMLElement && !isInOverlay(before) ? before : null
    openDrawers += 1
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || isInOverlay(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    // Before the list hears it, whose Escape drops what is chosen.
    document.addEventListener('keydown', listen, true)
    return () => {
      document.removeEventListener('keydown', listen, true)
      openDrawers -= 1
      isLeaving = true
      requestAnimationFrame(giveBack)
    }
  }, [isOpen])
}

function giveBack(): void {
  isLeaving = false
  if (openDrawers > 0 || opener === null) return
  const { activeElement } = document
  // The user may have gone on to something else already.
  if (activeElement === null || activeElement === document.body) opener.focus({ preventScroll: true })
  opener = null
}

function isInOverlay(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.bp6-portal, .bp6-overlay') !== null
}
