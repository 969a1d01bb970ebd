import { key } from '../../../i18n/formats.ts'
import type { PhotoPlace } from '../../../photos/photo-sending.ts'
import type { WorkPhotos } from '../../../photos/use-photo-uploads.ts'
import type { InspectionDraft } from './draft.ts'

/** Photographs of an inspection, for its fields. */
export interface PhotosOf {
  place: Omit<PhotoPlace, 'field'>
  /** Those that the server would not take when the inspection was saved. */
  gone: ReadonlySet<string>
}

export const wholeField = 'inspection'
export const defectField = (id: number) => `defect-${id}`

/** Why the inspection cannot be saved with its photographs as they are, naming which; null when it can. */
export function photoProblem(
  draft: Pick<InspectionDraft, 'defects' | 'imageIds'>,
  { state, failedField, gone }: Pick<WorkPhotos, 'state' | 'failedField'> & Pick<PhotosOf, 'gone'>,
): { message: string; values?: Record<string, number> } | null {
  if (state === 'sending') return { message: key('Photos are on their way.') }
  if (state === 'failed') {
    const failed = draft.defects.find(({ id }) => defectField(id) === failedField)
    return failed
      ? {
          message: key('A photo of defect {{n}} was not sent: send it again or leave it out.'),
          values: { n: failed.id },
        }
      : { message: key('A photo of the inspection was not sent: send it again or leave it out.') }
  }
  const placeIn = (ids: readonly string[]) => ids.findIndex((id) => gone.has(id)) + 1
  const defect = draft.defects.find(({ imageIds }) => placeIn(imageIds) > 0)
  if (defect)
    return {
      message: key('Photo {{place}} of defect {{n}} cannot be used any more: take it out and add it again.'),
      values: { place: placeIn(defect.imageIds), n: defect.id },
    }
  const place = placeIn(draft.imageIds)
  if (place === 0) return null
  return {
    message: key('Photo {{place}} of the inspection cannot be used any more: take it out and add it again.'),
    values: { place },
  }
}
