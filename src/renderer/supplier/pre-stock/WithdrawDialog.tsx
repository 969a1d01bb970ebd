import { z } from 'zod'
import { type WithdrawReason, withdrawReasonNames, withdrawReasons } from '../../../shared/areas/pre-stock/rules.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, RemarkField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { listed } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { draftOfAll } from '../../kit/drafts.ts'
import { useLocale } from '../../table/words.ts'

interface WithdrawDialogProps extends DialogTurn {
  listingIds: readonly string[]
  onDone?: () => void
}

const typed = z.object({ reason: z.enum(withdrawReasonNames), remark: z.string().trim().max(500) })

/** Nothing more is sold by these listings: why. It cannot be taken back, so it is said before. */
export function WithdrawDialog({ listingIds, onDone, ...turn }: WithdrawDialogProps) {
  const { t } = useLocale()
  const form = useSentForm(
    typed,
    { reason: 'arrived' as WithdrawReason, remark: '' },
    {
      draft: `withdraw-listing.${draftOfAll(listingIds)}`,
      what: t('Withdraw'),
      send: (values, options) => api.preStock.withdrawPreStock({ listing_ids: [...listingIds], ...values }, options),
      refresh: ['preStock'],
      after: () => {
        onDone?.()
        turn.onClose()
      },
    },
  )
  return (
    <Modal {...turn} title={t('Withdraw {{what}}', { what: listed(listingIds.slice(0, 3)) })} width={480} isTyped>
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: t('Withdraw'), isRunning: form.isSending, intent: 'danger' }}
        >
          <p className="muted">{t('Nothing more is sold by a listing that is withdrawn. A new one can be made.')}</p>
          <ChoiceField
            {...form.field('reason')}
            label={t('Reason')}
            choices={withdrawReasonNames.map((reason) => [reason, t(withdrawReasons[reason])])}
          />
          <RemarkField {...form.field('remark')} label={t('Remark')} />
        </DialogParts>
      </form>
    </Modal>
  )
}
