import { Drawer as BlueprintDrawer, Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { type ReactNode, type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrawerFocus } from './use-drawer-focus.ts'

export interface DrawerProps {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** Beside the title: a status, a flag. */
  beside?: ReactNode
  /** Buttons at the foot, the next action last. */
  actions?: ReactNode
  /** Pixels; 640 when left out. */
  width?: number
  /** What gets the focus back where the drawer was opened from an overlay that is gone by then. */
  home?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A row's life at the right of the page: `Facts`, `Section`s, `Timeline`. Escape closes it and focus goes back. */
export function Drawer({ isOpen, onClose, title, beside, actions, width = 640, home, children }: DrawerProps) {
  const { t } = useTranslation()
  const id = useId()
  useDrawerFocus(isOpen, onClose)
  return (
    <BlueprintDrawer
      isOpen={isOpen}
      onClose={onClose}
      onClosed={() => requestAnimationFrame(() => takeFocus(home?.current))}
      size={`min(${width}px, 96vw)`}
      transitionDuration={120}
    >
      {/* Blueprint's drawer names no role. */}
      <div className="drawer" role="dialog" aria-modal="true" aria-labelledby={id}>
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
        <div className="drawer-body">{children}</div>
        {actions ? <div className="drawer-foot">{actions}</div> : null}
      </div>
    </BlueprintDrawer>
  )
}

/** Only where nothing else has it: the user may have gone on. */
function takeFocus(home: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) home?.focus({ preventScroll: true })
}

export function Section({ title, tools, children }: { title?: string; tools?: ReactNode; children: ReactNode }) {
  return (
    <section className="section">
      {title || tools ? (
        <div className="section-head">
          {title ? <h3>{title}</h3> : null}
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
