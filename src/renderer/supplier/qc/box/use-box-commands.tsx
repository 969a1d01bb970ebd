import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../../actions/say.ts'
import { useAction } from '../../../actions/useAction.ts'
import { api } from '../../../api/client.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { showToast } from '../../../kit/toasts.ts'
import { useConfirm } from '../../../kit/useConfirm.tsx'
import { useReason } from '../../use-reason.tsx'
import { usualReasons } from '../moves/reasons.ts'
import type { AfterCommand, BoxDetails } from './use-box-data.ts'

interface BoxCommandsProps {
  details: BoxDetails
  take: (after: AfterCommand) => void
  onGone: () => void
}

/** Skipping QC, and sending a box back to before the door; each asks first. */
export function useBoxCommands({ details, take, onGone }: BoxCommandsProps): {
  skip: () => void
  undoInward: () => void
  isRunning: boolean
  dialogs: ReactNode
} {
  const { t } = useTranslation()
  const say = useSay()
  const formats = useFormats()
  const reason = useReason()
  const confirm = useConfirm()
  const { box } = details
  const { box_id, version, box_no, sscc, quantities } = box
  const skip = useAction((why: string, options) =>
    api.chinaQc.skipQcInspection({ box_id, version, reason: why }, options),
  )
  const undo = useAction(
    (_: undefined, options) => api.chinaQc.inwardBoxes({ action: 'undo', boxes: [{ code: sscc }] }, options),
    {
      done: ({ data: { inwarded, results } }) => {
        const [result] = results
        // A refusal of one box is an answer, not a failure.
        if (inwarded > 0 || result === undefined) return t('Box {{box_no}} is on its way again.', { box_no })
        showToast({ tone: 'error', text: say.message(result.message, result.values) })
        return null
      },
    },
  )
  return {
    skip: () =>
      reason.ask({
        title: t('Skip QC of box {{box_no}}', { box_no }),
        text: t('Waiting pieces: {{n}}. They pass, and the history says that nobody inspected them.', {
          n: formats.number(quantities.to_inspect),
        }),
        confirm: t('Skip QC'),
        usual: usualReasons.skip,
        run: async (why) => {
          const reply = await skip.run(why)
          if (reply) take(reply.data)
          return reply !== undefined
        },
      }),
    undoInward: async () => {
      const agreed = await confirm.ask({
        title: t('Undo inward of box {{box_no}}?', { box_no }),
        text: t('The box is on its way again, as if nobody had scanned it. It can be scanned once more.'),
        confirm: t('Undo inward'),
        isDangerous: true,
      })
      if (!agreed) return
      const reply = await undo.run(undefined)
      if (reply && reply.data.inwarded > 0) onGone()
    },
    isRunning: skip.isRunning || undo.isRunning,
    dialogs: (
      <>
        {reason.dialog}
        {confirm.dialog}
      </>
    ),
  }
}
