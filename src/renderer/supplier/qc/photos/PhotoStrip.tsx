import { useTranslation } from 'react-i18next'
import { PhotoTile } from './PhotoTile.tsx'
import { usePhotoViewer } from './PhotoViewer.tsx'
import './photos.css'

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
