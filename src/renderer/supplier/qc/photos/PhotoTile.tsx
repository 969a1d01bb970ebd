import { Button } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Draw, Trash } from '@blueprintjs/icons'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhotoUrl } from './use-photo-url.ts'

export interface PhotoTileProps {
  id: string
  /** From 1, and of how many. */
  place: number
  count: number
  /** The server would not take it. */
  isGone?: boolean
  onOpen: () => void
  /** Missing where photographs are only looked at. */
  changes?: { onDraw: () => void; onMove: (places: number) => void; onRemove: () => void }
}

/** A thumbnail with what can be done with it. Alt and an arrow key moves it, Delete removes it. */
export function PhotoTile({ id, place, count, isGone = false, onOpen, changes }: PhotoTileProps) {
  const { t } = useTranslation()
  const { url, isError, reload } = usePhotoUrl(id, 'thumbnail')
  const places = { place, count }
  const onKey = (event: KeyboardEvent) => {
    if (!changes) return
    const sideways = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (event.altKey && sideways !== 0) changes.onMove(sideways)
    else if (event.key === 'Delete') changes.onRemove()
    else return
    event.preventDefault()
  }
  return (
    <li className="photo-tile" data-state={isGone ? 'gone' : undefined}>
      <button
        type="button"
        className="photo-open"
        data-photo={id}
        aria-label={
          isError
            ? t('Photo {{place}} of {{count}}: load again', places)
            : t('Photo {{place}} of {{count}}: view', places)
        }
        onClick={isError ? reload : onOpen}
        onKeyDown={onKey}
      >
        {url ? (
          <img src={url} alt="" draggable={false} />
        ) : (
          <span className="muted">{isError ? t('Load again') : '…'}</span>
        )}
        {isGone ? <span className="photo-problem">{t('Cannot be used any more')}</span> : null}
      </button>
      {changes ? (
        <span className="photo-tools">
          <Tool
            icon={<Draw size={13} />}
            label={t('Draw on photo {{place}}', places)}
            isOff={url === null}
            onClick={changes.onDraw}
          />
          <Tool
            icon={<ChevronLeft size={13} />}
            label={t('Move photo {{place}} forward', places)}
            isOff={place === 1}
            onClick={() => changes.onMove(-1)}
          />
          <Tool
            icon={<ChevronRight size={13} />}
            label={t('Move photo {{place}} back', places)}
            isOff={place === count}
            onClick={() => changes.onMove(1)}
          />
          <Tool icon={<Trash size={13} />} label={t('Remove photo {{place}}', places)} onClick={changes.onRemove} />
        </span>
      ) : null}
    </li>
  )
}

interface ToolProps {
  icon: ReactNode & object
  label: string
  isOff?: boolean
  onClick: () => void
}

function Tool({ icon, label, isOff = false, onClick }: ToolProps) {
  return (
    <Button
      variant="minimal"
      size="small"
      icon={icon as never}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onClick}
    />
  )
}
