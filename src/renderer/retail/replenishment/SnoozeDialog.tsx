import { useState } from 'react'
import { z } from 'zod'
import type { PoStyle } from '../../../shared/areas/allocation/shapes.ts'
import { addDays, dayIn, indiaZone } from '../../../shared/kernel/days.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { wantedText } from '../../forms/described.tsx'
import { DayField, RemarkField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key, listed } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { StepButton } from '../../kit/StepButton.tsx'
import { useLocale } from '../../table/words.ts'

interface SnoozeDialogProps extends DialogTurn {
  /** One style in one colour, at some stores. */
  rows: readonly PoStyle[]
  onDone?: () => void
}

const usualDays = 14

const wanted = z.object({ until: wantedText(key('Please choose a day.')), reason: z.string() })

/** Puts the replenishment of a style at stores off until a day, or ends that. */
export function SnoozeDialog({ rows, onDone, ...turn }: SnoozeDialogProps) {
  const { t, name } = useLocale()
  const today = dayIn(indiaZone, new Date())
  const [begins] = useState(() => ({ until: addDays(today, usualDays), reason: '' }))
  const [first] = rows
  const about = { style_id: first?.style_id ?? '', color: first?.color ?? '', stores: rows.map(({ store }) => store) }
  const end = () => {
    turn.onClose()
    onDone?.()
  }
  const form = useSentForm(wanted, begins, {
    draft: `replenishment.snooze.${about.style_id}.${about.color}`,
    what: t('Put off'),
    send: (typed, options) => api.allocation.snoozeStyles({ ...about, ...typed }, options),
    refresh: ['allocation'],
    after: end,
  })
  const wake = useAction(
    (_: null, options) => api.allocation.snoozeStyles({ ...about, until: null, reason: '' }, options),
    { refresh: ['allocation'], what: t('Put off') },
  )
  return (
    <Modal {...turn} title={t('Put replenishment off')} width={460} isTyped>
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: t('Put it off'), isRunning: form.isSending }}
          more={
            rows.some(({ snoozed_until }) => snoozed_until !== null) ? (
              <StepButton
                text={t('No longer put off')}
                isRunning={wake.isRunning}
                onClick={() => void wake.run(null).then((done) => done && end())}
              />
            ) : null
          }
        >
          <p>
            <span className="code">{about.style_id}</span> {first ? name(first.color, first.color_zh) : ''} →{' '}
            {listed(about.stores)}
          </p>
          <DayField {...form.field('until')} label={t('Until')} min={addDays(today, 1)} />
          <RemarkField {...form.field('reason')} label={t('Reason')} />
        </DialogParts>
      </form>
    </Modal>
  )
}
