import './photos.css'
import { Button } from '@blueprintjs/core'
import { Camera, Media } from '@blueprintjs/icons'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../kit/Toasts.tsx'
import { useConfirm } from '../kit/useConfirm.tsx'
import { useCameraDialog, useHasCamera } from './CameraDialog.tsx'
import { useDrawDialog } from './DrawDialog.tsx'
import { movedBy, PendingTile, PhotoTile, withPhoto } from './PhotoTile.tsx'
import { usePhotoViewer } from './PhotoViewer.tsx'
import type { MadeBy, PhotoPlace } from './photo-sending.ts'
import { usePhotoUploads } from './use-photo-uploads.ts'
import { usePictureIntake } from './use-picture-intake.ts'

export interface PhotoFieldProps {
  /** Ids of photographs, in their order. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  isDisabled?: boolean
  /** At most so many; 20 when left out. */
  max?: number
  /** Says what the photographs show, for readers of the screen: "Photos of the defect". Already translated. */
  label?: string
  /** What is on its way goes on under it while the field is not on screen; saving should wait: `useWorkPhotos`. */
  place: PhotoPlace
  /** Those that the server would not take. */
  gone?: ReadonlySet<string>
}

/** Photographs to drop, paste, choose or take; each can be drawn on, moved, looked at and removed. */
export function PhotoField({ value, onChange, isDisabled = false, max = 20, label, place, gone }: PhotoFieldProps) {
  const { t } = useTranslation()
  const name = label ?? t('Photos')
  const area = useRef<HTMLElement>(null)
  const field = usePhotoValue(value, onChange)
  const tooMany = () => showToast({ tone: 'error', text: t('At most {{max}} photos are taken here.', { max }) })
  const uploads = usePhotoUploads(place, (id, replaces) => {
    const next = (ids: readonly string[]) => withPhoto(ids, id, replaces)
    // What failed holds no place, so one that is sent again may find none.
    field.change((ids) => (next(ids).length <= max ? next(ids) : [...ids]))
  })
  const coming = uploads.pending.filter(({ state, replaces }) => state !== 'failed' && replaces === null)
  const room = max - value.length - coming.length
  const add = (files: readonly File[], madeBy: MadeBy) => {
    if (files.length > room) tooMany()
    if (room > 0) uploads.add(files.slice(0, room), madeBy)
  }
  const intake = usePictureIntake(area, isDisabled ? null : (files) => add(files, 'file'))
  const viewer = usePhotoViewer(value, name)
  const drawing = useDrawDialog((file, of) => uploads.add([file], 'drawn', of))
  const camera = useCameraDialog(room, (file) => add([file], 'camera'))
  const confirm = useConfirm()
  const remove = async (id: string) => {
    const question = { title: t('Remove this photo?'), confirm: t('Remove'), isDangerous: true }
    if (!(await confirm.ask(question))) return
    const before = field.change((ids) => ids.filter((one) => one !== id))
    const undo = { label: t('Undo'), run: () => void field.change(() => [...before]) }
    showToast({ tone: 'info', text: t('Photo removed.'), actions: [undo] })
    area.current?.querySelector<HTMLElement>('.photo-add')?.focus()
  }
  return (
    <section ref={area} className="photo-field" aria-label={name} data-over={intake.isOver} {...intake.on}>
      <ul className="photos">
        {value.map((id, at) => (
          <PhotoTile
            key={id}
            id={id}
            place={at + 1}
            count={value.length}
            isGone={gone?.has(id) ?? false}
            onOpen={() => viewer.open(at)}
            {...(isDisabled
              ? {}
              : {
                  changes: {
                    onDraw: () => drawing.open(id),
                    onMove: (places: number) => void field.change((ids) => movedBy(ids, id, places)),
                    onRemove: () => void remove(id),
                  },
                })}
          />
        ))}
        {uploads.pending.map((photo) => (
          <PendingTile
            key={photo.id}
            photo={photo}
            onRetry={() => uploads.retry(photo.id)}
            onCancel={() => uploads.cancel(photo.id)}
          />
        ))}
        {isDisabled || room <= 0 ? null : (
          <AddPhotos name={name} onFiles={(files) => add(files, 'file')} onCamera={camera.open} />
        )}
      </ul>
      {viewer.dialog}
      {drawing.dialog}
      {camera.dialog}
      {confirm.dialog}
    </section>
  )
}

/** The ids as they are by now: two pictures may arrive before the page has drawn the first. */
function usePhotoValue(value: readonly string[], onChange: (ids: string[]) => void) {
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  return {
    /** Gives the ids as they were. */
    change(to: (ids: readonly string[]) => string[]): readonly string[] {
      const before = latest.current.value
      const next = to(before)
      latest.current.value = next
      latest.current.onChange(next)
      return before
    },
  }
}

interface AddPhotosProps {
  name: string
  onFiles: (files: File[]) => void
  onCamera: () => void
}

function AddPhotos({ name, onFiles, onCamera }: AddPhotosProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const hasCamera = useHasCamera()
  return (
    <li className="photo-tile">
      <button type="button" className="photo-add" onClick={() => input.current?.click()}>
        <Media size={16} />
        <span>{t('Drop, paste or choose photos')}</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label={t('Choose photos: {{name}}', { name })}
        accept="image/jpeg,image/png,image/webp"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      {hasCamera ? (
        <span className="photo-tools">
          <Button variant="minimal" size="small" icon={<Camera size={13} />} text={t('Camera')} onClick={onCamera} />
        </span>
      ) : null}
    </li>
  )
}

export interface PhotoStripProps {
  ids: readonly string[]
  /** What they show, already translated. */
  label?: string
}

/** Photographs to look at only: thumbnails, and each large with a click. */
export function PhotoStrip({ ids, label }: PhotoStripProps) {
  const { t } = useTranslation()
  const name = label ?? t('Photos')
  const viewer = usePhotoViewer(ids, name)
  if (ids.length === 0) return null
  return (
    <>
      <ul className="photos" aria-label={name}>
        {ids.map((id, at) => (
          <PhotoTile key={id} id={id} place={at + 1} count={ids.length} onOpen={() => viewer.open(at)} />
        ))}
      </ul>
      {viewer.dialog}
    </>
  )
}
