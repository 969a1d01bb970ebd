import { z } from 'zod'
import { type DelistReason, delistReasonNames, delistReasons } from '../../../shared/areas/vendor-inventory/rules.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, RemarkField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { listed } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { draftOfAll } from '../../kit/drafts.ts'
import { useLocale } from '../../table/words.ts'

interface DelistDialogProps extends DialogTurn {
  styleIds: readonly string[]
  /** One colour of them; left out, all. */
  color?: string
  onDone?: () => void
}

const typed = z.object({ reason: z.enum(delistReasonNames), remark: z.string().trim().max(500) })

/** Styles, or a colour of one, are no longer offered: why. They stay where they are and can be listed again. */
export function DelistDialog({ styleIds, color, onDone, ...turn }: DelistDialogProps) {
  const { t } = useLocale()
  const about = { style_ids: [...styleIds], ...(color && { color }) }
  const form = useSentForm(
    typed,
    { reason: 'discontinued' as DelistReason, remark: '' },
    {
      draft: `delist.${draftOfAll(styleIds)}${color ? `.${color}` : ''}`,
      what: t('Delist'),
      send: ({ reason, remark }, options) =>
        api.vendorInventory.updateStyleStatus({ ...about, listing_status: 'Delisted', reason, remark }, options),
      undo: (_, __, options) => api.vendorInventory.updateStyleStatus({ ...about, listing_status: 'Listed' }, options),
      refresh: ['vendorInventory'],
      after: () => {
        onDone?.()
        turn.onClose()
      },
    },
  )
  return (
    <Modal {...turn} title={t('Delist {{what}}', { what: color ?? listed(styleIds.slice(0, 3)) })} width={480} isTyped>
      <form noValidate onSubmit={form.send}>
        <DialogParts onCancel={turn.onClose} step={{ text: t('Delist'), isRunning: form.isSending, intent: 'danger' }}>
          <ChoiceField
            {...form.field('reason')}
            label={t('Reason')}
            choices={delistReasonNames.map((reason) => [reason, t(delistReasons[reason])])}
          />
          <RemarkField {...form.field('remark')} label={t('Remark')} />
        </DialogParts>
      </form>
    </Modal>
  )
}
