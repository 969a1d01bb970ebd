import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { readTraced } from '../../../../shared/kernel/traced-code.ts'
import { callByName } from '../../../actions/calls.ts'
import { problemOf, showFailure, useSay } from '../../../actions/say.ts'
import { showToast } from '../../../kit/Toasts.tsx'
import { isUnderDialog, usePageScans } from '../../../scan/page-scans.ts'
import { playSound, readSoundSettings } from '../../../scan/sounds.ts'
import { askedOfBox, type BoxDetails, type DeskBox } from '../box/box-data.ts'
import { useDesk } from '../desk.ts'
import type { BoxView } from '../list/qc-filters.ts'

/** Where an open box waits to be worked on: at its count, its sample, or its head with what comes then. */
export function viewOfNextStep({ allowed_actions: can }: Pick<DeskBox, 'allowed_actions'>): BoxView {
  if (can.includes('count')) return 'count'
  if (can.includes('settle')) return 'overview'
  return can.includes('inspect') ? 'inspect' : 'overview'
}

interface FindingBox {
  asDeclared?: boolean
  /** Takes the box that the user chooses of those on one waybill. */
  choose?: (sscc: string) => void
}

/** Buttons in a toast for the boxes of a waybill; more are scanned or searched. */
const mostChoices = 4

/** A box by what stands on it, with all that its work needs, ready for whoever opens it. Undefined where it is not at this QC: that was said. */
export function useFindBox({
  asDeclared = false,
  choose,
}: FindingBox = {}): (code: string) => Promise<BoxDetails | undefined> {
  const { t } = useTranslation()
  const say = useSay()
  const client = useQueryClient()
  const { details: call } = useDesk()
  const latest = useRef(choose)
  latest.current = choose
  const isChosen = choose !== undefined
  return useCallback(
    async (code) => {
      const { sscc, text } = readTraced(code)
      try {
        const { data } = await callByName(call)(askedOfBox(sscc ?? text, asDeclared), {})
        client.setQueryData([call, askedOfBox(data.box.sscc, asDeclared)], data)
        playSound('good', readSoundSettings())
        return data
      } catch (failure) {
        playSound('unknown', readSoundSettings())
        const problem = problemOf(failure)
        const { fields = [], values } = problem.details
        if (values?.waybill !== undefined)
          showToast({
            ...{ id: 'scanned-box', tone: 'error', text: say.message(problem.message, values) },
            ...(isChosen && {
              actions: fields.slice(0, mostChoices).map(({ field, message, values: named }) => ({
                label: t(message, named ?? {}),
                run: () => latest.current?.(field),
              })),
            }),
          })
        else if (problem.status !== 404) showFailure(problem, { say, t })
        else
          showToast({
            ...{ id: 'scanned-box', tone: 'error' },
            text: t('Not at QC here: {{code}}', { code: sscc ?? text }),
            more: t('A box is taken in at the scan station first.'),
          })
        return undefined
      }
    },
    [call, client, say, t, asDeclared, isChosen],
  )
}

/** A box that is scanned anywhere on the screen opens where its next step is done; what was typed of another stays as its draft. */
export function useBoxScans(open: (sscc: string, view: BoxView) => void): void {
  const { t } = useTranslation()
  const find = useFindBox({ choose: (sscc) => take(sscc) })
  const take = (code: string) =>
    void find(code).then((found) => found && open(found.box.sscc, viewOfNextStep(found.box)))
  usePageScans((code) => {
    if (isUnderDialog()) {
      playSound('unknown', readSoundSettings())
      const more = t('Close what lies over the page, then scan it again.')
      showToast({ id: 'scanned-box', tone: 'error', text: t('Not taken: {{code}}', { code }), more })
      return true
    }
    take(code)
    return true
  })
}
