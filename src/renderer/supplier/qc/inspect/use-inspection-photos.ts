import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/api-error.ts'
import type { BoxDetails } from '../box/use-box-data.ts'
import { useWorkPhotos } from '../photos/use-photo-uploads.ts'
import type { InspectionDraft } from './inspection-draft.ts'
import { defectField, photoProblem, wholeField } from './photo-problem.ts'

interface InspectionPhotos {
  work: string
  box: Pick<BoxDetails['box'], 'box_no'>
  draft: InspectionDraft
  isTyped: boolean
  /** Of the last save. */
  error: ApiError | null
}

/** The photographs of an inspection that is made: where they go, which are on their way, and which the server would not take. */
export function useInspectionPhotos({ work, box: { box_no }, draft, isTyped, error }: InspectionPhotos) {
  const { t } = useTranslation()
  const fields = [wholeField, ...draft.defects.map(({ id }) => defectField(id))].join(' ')
  const { state, failedField, drop } = useWorkPhotos(work, isTyped, fields)
  const what = t('Photos of box {{box_no}}', { box_no })
  const place = useMemo(() => ({ work, what }), [work, what])
  const gone = useMemo(() => goneIn(error), [error])
  return { place, gone, state, drop, problem: photoProblem(draft, { state, failedField, gone }) }
}

function goneIn(error: ApiError | null): ReadonlySet<string> {
  const ids = error?.details.fields?.flatMap(({ field, values }) => (field === 'image_ids' ? values?.image_id : []))
  return new Set(ids?.filter((id) => typeof id === 'string'))
}
