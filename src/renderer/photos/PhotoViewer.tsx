import { Button, Dialog } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhotoUrl } from './PhotoTile.tsx'

export interface PhotoViewerHandle {
  open: (at: number) => void
  dialog: ReactNode
}

/** Photographs large, one after the other: `const viewer = usePhotoViewer(ids)`, `viewer.open(2)`, `{viewer.dialog}`. */
export function usePhotoViewer(ids: readonly string[], label: string): PhotoViewerHandle {
  const [at, setAt] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const shown = Math.min(at, ids.length - 1)
  const id = ids[shown]
  return {
    open: (wanted) => {
      setAt(wanted)
      setOpen(true)
    },
    dialog: (
      <Dialog
        isOpen={isOpen && id !== undefined}
        onClose={() => setOpen(false)}
        title={label}
        className="photo-viewer"
        transitionDuration={100}
      >
        {id === undefined ? null : (
          <Looking
            id={id}
            at={shown}
            count={ids.length}
            onGo={(to) => setAt(Math.min(ids.length - 1, Math.max(0, to)))}
          />
        )}
      </Dialog>
    ),
  }
}

interface LookingProps {
  id: string
  at: number
  count: number
  onGo: (at: number) => void
}

function Looking({ id, at, count, onGo }: LookingProps) {
  const { t } = useTranslation()
  const full = usePhotoUrl(id, 'full')
  const small = usePhotoUrl(id, 'thumbnail')
  const places = { place: at + 1, count }
  useWindowKeys(({ key }) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[key]
    if (to !== undefined) onGo(to)
    return to !== undefined
  })
  const url = full.url ?? small.url
  return (
    <>
      <div className="photo-large">
        {url ? (
          <img src={url} alt={t('Photo {{place}} of {{count}}', places)} />
        ) : (
          <span className="muted">{full.isError ? t('This photo is not there.') : '…'}</span>
        )}
      </div>
      <div className="photo-pager">
        <Button
          variant="minimal"
          icon={<ChevronLeft />}
          aria-label={t('Previous photo')}
          disabled={at === 0}
          onClick={() => onGo(at - 1)}
        />
        <span role="status">{t('{{place}} of {{count}}', places)}</span>
        <Button
          autoFocus
          variant="minimal"
          icon={<ChevronRight />}
          aria-label={t('Next photo')}
          disabled={at === count - 1}
          onClick={() => onGo(at + 1)}
        />
      </div>
    </>
  )
}

/**
 * Keys of a dialog that is looked at, wherever the focus is in it: a click on a picture leaves the focus on nothing in
 * particular. Give true for a key that was used; whatever lies below the dialog does not hear it then.
 */
export function useWindowKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!latest.current(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}
