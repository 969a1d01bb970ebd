import { MOST_DISPUTE_PHOTOS } from '../../../shared/areas/disputes/rules.ts'
import { PhotoField, PhotoStrip } from '../../photos/PhotoField.tsx'
import { PhotoSourceContext } from '../../photos/photo-source.ts'
import { useLocale } from '../../table/words.ts'

interface DisputePhotosProps {
  /** The key of the draft that they belong to. */
  work: string
  ids: readonly string[]
  onIds: (ids: string[]) => void
}

/** Photographs of what is about to be said. */
export function DisputePhotos({ work, ids, onIds }: DisputePhotosProps) {
  const { t } = useLocale()
  const label = t('Photos of the dispute')
  return (
    <PhotoSourceContext value="dispute">
      <PhotoField
        value={ids}
        onChange={onIds}
        max={MOST_DISPUTE_PHOTOS}
        label={label}
        place={{ work, field: 'photos', what: label, by: 'disputes.uploadDisputePhoto' }}
      />
    </PhotoSourceContext>
  )
}

export function SaidPhotos({ ids }: { ids: readonly string[] }) {
  const { t } = useLocale()
  if (ids.length === 0) return null
  return (
    <PhotoSourceContext value="dispute">
      <PhotoStrip ids={ids} label={t('Photos of the dispute')} />
    </PhotoSourceContext>
  )
}
