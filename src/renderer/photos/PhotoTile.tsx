import { Button, ProgressBar } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Cross, Draw, Refresh, Trash } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../actions/say.ts'
import type { ApiError } from '../api/api-error.ts'
import { fetchFile } from '../api/send.ts'
import type { PendingPhoto } from './photo-sending.ts'
import { PhotoSourceContext, photoPath } from './photo-source.ts'

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
  const onKey = (event: ReactKeyboardEvent) => {
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

export interface PendingTileProps {
  photo: PendingPhoto
  onRetry: () => void
  onCancel: () => void
}

/** A picture on its way: how far it has come, or why it did not. */
export function PendingTile({ photo: { file, state, progress, problem }, onRetry, onCancel }: PendingTileProps) {
  const { t } = useTranslation()
  const say = useSay()
  const url = useObjectUrl(file)
  const words = problem === null ? null : say.problem(problem)
  // A picture that was refused for what it is stays refused.
  const mayWork = problem !== null && problem.status !== 400 && problem.code !== 'invalid_input'
  return (
    <li className="photo-tile" data-state={state}>
      <span className="photo-open">
        {url ? <img src={url} alt="" /> : null}
        {words === null ? (
          <span className="photo-progress" role="status">
            <ProgressBar
              stripes={false}
              animate={false}
              intent="primary"
              value={progress ?? 0}
              aria-label={t('Sending {{name}}', { name: file.name })}
            />
          </span>
        ) : (
          <span className="photo-problem" role="alert" title={`${file.name}: ${words}`}>
            {words}
          </span>
        )}
      </span>
      <span className="photo-tools">
        {mayWork ? (
          <Button
            variant="minimal"
            size="small"
            icon={<Refresh size={13} />}
            aria-label={t('Send {{name}} again', { name: file.name })}
            title={t('Try again')}
            onClick={onRetry}
          />
        ) : null}
        <Button
          variant="minimal"
          size="small"
          icon={<Cross size={13} />}
          aria-label={
            state === 'failed'
              ? t('Leave {{name}} out', { name: file.name })
              : t('Stop sending {{name}}', { name: file.name })
          }
          title={state === 'failed' ? t('Leave out') : t('Cancel')}
          onClick={onCancel}
        />
      </span>
    </li>
  )
}

export type PhotoSize = 'full' | 'thumbnail'

export interface PhotoUrl {
  /** Of the page's own memory (blob:), while it is there. */
  url: string | null
  blob: Blob | null
  isError: boolean
  reload: () => void
}

/** A photograph's address for an `img`: its bytes come through the client, which knows who asks. */
export function usePhotoUrl(id: string | null, size: PhotoSize): PhotoUrl {
  const source = useContext(PhotoSourceContext)
  const { data, isError, refetch } = useQuery<Blob, ApiError>({
    queryKey: ['photo', id, size],
    enabled: id !== null,
    // What an id shows never changes.
    staleTime: 'static',
    queryFn: async ({ signal }) => {
      const path = photoPath(source, id ?? '')
      const bytes = await fetchFile({ method: 'GET', path: `${path}?size=${size}` }, signal)
      return new Blob([bytes], { type: 'image/jpeg' })
    },
  })
  const blob = data ?? null
  return { url: useObjectUrl(blob), blob, isError, reload: () => void refetch() }
}

/** An address for bytes, given back when they change or nobody looks any more. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (blob === null) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(null)
      // A picture that is still being read would complain.
      setTimeout(() => URL.revokeObjectURL(made), 1_000)
    }
  }, [blob])
  return url
}

/** The ids with one of them moved by so many places; it stops at either end. */
export function movedBy(ids: readonly string[], id: string, places: number): string[] {
  const from = ids.indexOf(id)
  if (from < 0) return [...ids]
  const to = Math.min(ids.length - 1, Math.max(0, from + places))
  const rest = ids.filter((one) => one !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/** With what was just sent: at the end, or in the place of what it was drawn on. What is there already stays single. */
export function withPhoto(ids: readonly string[], id: string, replaces: string | null): string[] {
  const kept = replaces === null ? [...ids] : ids.map((one) => (one === replaces ? id : one))
  return [...new Set(kept.includes(id) ? kept : [...kept, id])]
}
