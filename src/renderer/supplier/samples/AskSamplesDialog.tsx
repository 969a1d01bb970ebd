import { z } from 'zod'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { api } from '../../api/client.ts'
import { DayField, RemarkField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { draftOfAll } from '../../kit/drafts.ts'
import { Callout } from '../../kit/states.tsx'
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

const askForm = z.object({
  catalogue_ids: z
    .string()
    .refine((text) => codesIn(text).length > 0, key('Please name the styles.'))
    .refine((text) => codesIn(text).length <= MOST_ASKED, key('At most {{most}} at once.')),
  due_on: z.string().min(1, key('Please choose a day.')),
})

/** Asks vendors for samples of styles: the first round, or the next after one that failed. All of them or none. */
export function AskSamplesDialog({ styles, onDone, ...turn }: AskSamplesDialogProps) {
  const { t, plural } = useLocale()
  const form = useSentForm(
    askForm,
    { catalogue_ids: styles?.join(' ') ?? '', due_on: dayAfter(USUAL_DAYS) },
    {
      draft: `ask-samples.${styles ? draftOfAll(styles) : 'new'}`,
      what: t('Ask for samples'),
      send: ({ catalogue_ids, due_on }, options) =>
        api.samples.requestSamples({ catalogue_ids: codesIn(catalogue_ids), due_on }, options),
      refresh: ['samples', 'catalogue'],
      after: () => {
        onDone?.()
        turn.onClose()
      },
    },
  )
  const named = form.field('catalogue_ids')
  const count = codesIn(named.value).length
  return (
    <Modal
      {...turn}
      title={
        styles
          ? plural(styles.length, 'Ask for a sample of 1 style', 'Ask for samples of {{n}} styles')
          : t('Ask for samples')
      }
      width={440}
      isTyped={form.isTyped}
    >
      <form noValidate onSubmit={form.send}>
        <DialogParts onCancel={turn.onClose} step={{ text: t('Ask for them'), isRunning: form.isSending }}>
          {styles ? (
            named.problem === null ? null : (
              <Callout tone="bad">{named.problem}</Callout>
            )
          ) : (
            <RemarkField
              {...named}
              label={t('Catalogue numbers, typed or pasted')}
              maxLength={5_000}
              problem={count > MOST_ASKED ? t('At most {{most}} at once.', { most: MOST_ASKED }) : named.problem}
              hint={count === 0 ? undefined : plural(count, '1 style', '{{n}} styles')}
              autoFocus
            />
          )}
          <DayField {...form.field('due_on')} label={t('To be sent by')} min={dayAfter(0)} />
          <p className="muted">{t('Each vendor is told which of its samples are to be sent, and by when.')}</p>
        </DialogParts>
      </form>
    </Modal>
  )
}
