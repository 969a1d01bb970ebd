import { Button } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from './use-is-phone.ts'

/**
 * Buttons that are seldom pressed: side by side where there is room, behind one "More" on a phone. They stay drawn while it is closed, so
 * that a dialog that one of them opened lives on.
 */
export function PhoneMore({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const part = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const close = ({ target }: Event) => {
      if (!(target instanceof Node && part.current?.contains(target))) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [isOpen])
  if (!isPhone) return children
  return (
    <div className="phone-more" ref={part}>
      <Button text={t('More')} endIcon={<CaretDown />} aria-expanded={isOpen} onClick={() => setOpen((now) => !now)} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a press of a button in it closes it */}
      <div className="phone-more-list" hidden={!isOpen} onClick={() => setOpen(false)}>
        {children}
      </div>
    </div>
  )
}
