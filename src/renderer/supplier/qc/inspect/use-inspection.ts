import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RefusedCheck } from '../../../../shared/areas/inspection/checklist.ts'
import { useAction } from '../../../actions/useAction.ts'
import { useAnswer } from '../../../actions/useRows.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { useUnsaved } from '../../../app/unsaved.ts'
import { draftKey, useSavedDraft } from '../../../kit/drafts.ts'
import { useWorkPhotos } from '../../../photos/use-photo-uploads.ts'
import { useUserId } from '../../../session/use-user-id.ts'
import type { AfterCommand, BoxDetails } from '../box/box-data.ts'
import { useDesk, useIsLead } from '../desk.ts'
import { emptyInspection, firstSource, type InspectionDraft, isInspectionDraft } from './draft.ts'
import { draftFaults } from './draft-faults.ts'
import { lotStates, standingOf } from './lot-states.ts'
import { defectField, photoProblem, wholeField } from './photo-problem.ts'
import { wireInspection } from './wire-inspection.ts'

export type ChangeDraft = (next: (now: InspectionDraft) => InspectionDraft) => void

/** The inspection of a box while it is made: kept on this workstation until it is saved, judged at every keystroke. */
export function useInspection(details: BoxDetails, take: (after: AfterCommand) => void) {
  const { t } = useTranslation()
  const desk = useDesk()
  const isLead = useIsLead()
  const { box, lines } = details
  const work = draftKey(useUserId(), `${desk.name}.inspect.${box.sscc}`)
  const [saved, keep] = useSavedDraft(work, isInspectionDraft)
  const source = firstSource(box.quantities)
  const draft = useMemo(() => saved ?? emptyInspection(source), [saved, source])
  const what = t('Inspection of box {{box_no}}', { box_no: box.box_no })
  useUnsaved(saved !== null, what)
  const { version: checklist } = details.checklist
  const { version: settings } = details.settings
  const seen = useMemo(() => ({ checklist, settings }), [checklist, settings])
  const change = useCallback<ChangeDraft>(
    (next) => keep((now) => ({ seen, ...next(now ?? emptyInspection(source)) })),
    [keep, source, seen],
  )
  const discard = useCallback(() => keep(() => null), [keep])

  const wish = useWishedPlans(box.sscc, draft)
  const plans = wish?.plans ?? details.plans
  const waiting = useMemo(() => lines.filter((line) => line.quantities[draft.source] > 0), [lines, draft.source])
  const standing = useMemo(() => standingOf(lotStates(plans, waiting, draft)), [plans, waiting, draft])
  const { items } = details.checklist
  const faults = useMemo(
    () => draftFaults(draft, waiting, { standing, isLead, items }),
    [draft, waiting, standing, isLead, items],
  )
  const save = useAction(
    (_: undefined, options) =>
      desk.verifyInspection(wireInspection({ ...details, lines: waiting }, draft, standing), options),
    // The checklist may be another by now.
    { what, looksAgain: true },
  )
  return {
    draft,
    isTyped: saved !== null,
    change,
    discard,
    /** Lines with pieces to judge. */
    waiting,
    standing,
    faults,
    isLead,
    /** Goes on by the checklist and the settings of now. */
    goOn: () => change((now) => ({ ...now, seen })),
    /** Refused checks of the lots with pieces to judge, each once, and who may overrule them. */
    checks: {
      refused: standing.lots.flatMap(({ plan, lines: own }) => (own.length > 0 ? plan.refused : [])).filter(isFirst),
      overruling: { isLead, leads: details.leads },
    },
    isSaving: save.isRunning,
    error: save.error,
    photos: useInspectionPhotos({ work, box, draft, isTyped: saved !== null, error: save.error }),
    save: async () => {
      const reply = await save.run(undefined)
      if (!reply) return null
      discard()
      take(reply.data)
      return reply.data
    },
  }
}

const isFirst = (check: RefusedCheck, at: number, all: readonly RefusedCheck[]) =>
  all.findIndex(({ code, box_no }) => code === check.code && box_no === check.box_no) === at

export type Inspecting = ReturnType<typeof useInspection>

/** Plans by another table, level or AQL, as the server would freeze them. */
function useWishedPlans(sscc: string, { wish }: InspectionDraft) {
  const isWished = Object.keys(wish).length > 0
  const answer = useAnswer(useDesk().details, { box_id: sscc, ...wish }, { enabled: isWished })
  // With nothing wished, what another view of the box has asked for says nothing here: the bench's plans are ahead of its count.
  return isWished ? answer.data : undefined
}

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
  const by = useDesk().photos
  const place = useMemo(() => ({ work, what, by }), [work, what, by])
  const gone = useMemo(() => goneIn(error), [error])
  return { place, gone, state, drop, problem: photoProblem(draft, { state, failedField, gone }) }
}

function goneIn(error: ApiError | null): ReadonlySet<string> {
  const ids = error?.details.fields?.flatMap(({ field, values }) => (field === 'image_ids' ? values?.image_id : []))
  return new Set(ids?.filter((id) => typeof id === 'string'))
}
