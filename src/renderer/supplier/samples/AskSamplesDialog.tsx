import { useState } from 'react'
import { z } from 'zod'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { DayField, RemarkField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { draftOfAll } from '../../kit/drafts.ts'
import { useLocale } from '../../table/words.ts'

/** As many styles as the server takes at once. */
export const MOST_ASKED = 200
const USUAL_DAYS = 7

const dayAfter = (days: number) => dayIn(vendorZone, new Date(Date.now() + days * 86_400_000))

/** Catalogue numbers as they are typed or pasted out of a sheet, each once. */
export const codesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;，；、]+/)
      .filter((one) => one !== '')
      .map((one) => one.toUpperCase()),
  ),
]

interface AskSamplesDialogProps extends DialogTurn {
  /** Of these styles; without, their numbers are typed or pasted. */
  styles?: readonly string[]
  onDone?: () => void
}

/** Asks vendors for samples of styles: the first round, or the next after one that failed. All of them or none. */
export function AskSamplesDialog({ styles, onDone, ...turn }: AskSamplesDialogProps) {
  const { t, plural } = useLocale()
  const asked = useTyped(`ask-samples.${styles ? draftOfAll(styles) : 'new'}`, z.string(), '', t('Ask for samples'))
  const { value: text, change: setText } = asked
  const [due, setDue] = useState(() => dayAfter(USUAL_DAYS))
  const codes = styles ?? codesIn(text)
  const isTooMany = codes.length > MOST_ASKED
  const request = useAction(
    (catalogue_ids: string[], options) => api.samples.requestSamples({ catalogue_ids, due_on: due }, options),
    { refresh: ['samples', 'catalogue'], what: t('Ask for samples') },
  )
  const send = async () => {
    if (!(await request.run([...codes]))) return
    asked.reset()
    onDone?.()
    turn.onClose()
  }
  return (
    <Modal
      {...turn}
      title={
        styles
          ? plural(codes.length, 'Ask for a sample of 1 style', 'Ask for samples of {{n}} styles')
          : t('Ask for samples')
      }
      width={440}
      isTyped={text.trim() !== ''}
    >
      <DialogParts
        onCancel={turn.onClose}
        step={{
          ...{ text: t('Ask for them'), run: () => void send(), isRunning: request.isRunning },
          isOff: codes.length === 0 || isTooMany || due === '',
        }}
      >
        {styles ? null : (
          <RemarkField
            label={t('Catalogue numbers, typed or pasted')}
            value={text}
            onChange={setText}
            maxLength={5_000}
            hint={codes.length === 0 ? undefined : plural(codes.length, '1 style', '{{n}} styles')}
            problem={isTooMany ? t('At most {{most}} at once.', { most: MOST_ASKED }) : undefined}
            autoFocus
          />
        )}
        <DayField label={t('To be sent by')} value={due} min={dayAfter(0)} onChange={setDue} />
        <p className="muted">{t('Each vendor is told which of its samples are to be sent, and by when.')}</p>
      </DialogParts>
    </Modal>
  )
}
