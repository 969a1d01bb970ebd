import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { passLimits } from '../../../shared/areas/gate-passes/filters.ts'
import { damageReasons } from '../../../shared/areas/gate-passes/rules.ts'
import { useSay } from '../../actions/say.ts'
import { api, newKey } from '../../api/client.ts'
import { ChoiceField, RemarkField, TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { PhotoField } from '../../photos/PhotoField.tsx'
import { PhotoSourceContext } from '../../photos/photo-source.ts'

/** Pieces that are received by hand with a remark and photographs: damaged, or more than was sent. */
export function useNotePieces(gatePass: string) {
  return useDialog(NotePiecesDialog, { gatePass })
}

const reasons = ['', ...(Object.keys(damageReasons) as (keyof typeof damageReasons)[])] as const

const noteForm = z.object({
  code: z.string().trim().min(1, key('Please scan or type the SKU.')).max(80),
  quantity: z
    .string()
    .regex(/^\d{1,6}$/, key('Please enter a whole number above 0.'))
    .transform(Number),
  reason: z.enum(reasons),
  remark: z.string().trim().max(500),
})

function NotePiecesDialog({ gatePass, box, ...turn }: DialogTurn & { gatePass: string; box: string | null }) {
  const { t } = useTranslation()
  const say = useSay()
  const photos = useTyped<readonly string[]>(`note-pieces-photos.${gatePass}`, z.array(z.string()), [])
  const [scanId] = useState(newKey)
  const form = useSentForm(
    noteForm,
    { code: '', quantity: '1', reason: '', remark: '' },
    {
      draft: `note-pieces.${gatePass}`,
      what: t('Note pieces'),
      send: ({ code, quantity, reason, remark }, options) =>
        api.gatePasses.receiveItem(
          {
            gate_pass: gatePass,
            ...(box && { box }),
            scans: [
              {
                ...{ code, quantity, image_ids: [...photos.value], scan_id: scanId },
                ...(reason && { damaged: quantity, reason }),
                ...(remark && { remark }),
              },
            ],
          },
          options,
        ),
      done: ({ data: { results } }) => say.message(results[0]?.message ?? '', results[0]?.values ?? {}),
      refresh: ['gatePasses', 'stock'],
      after: () => {
        photos.reset()
        turn.onClose()
      },
    },
  )
  const step = { text: t('Receive them'), isRunning: form.isSending }
  return (
    <Modal {...turn} title={t('Note pieces')} width={620} isTyped className="gate-pass-touch">
      <form noValidate onSubmit={form.send}>
        <DialogParts onCancel={turn.onClose} step={step}>
          <div className="pass-form">
            <TextField {...form.field('code')} label={t('SKU')} maxLength={80} autoFocus />
            <TextField {...form.field('quantity')} label={t('Pieces')} maxLength={6} />
            <ChoiceField
              {...form.field('reason')}
              label={t('Condition')}
              choices={reasons.map((one) => [
                one,
                one === '' ? t('In order') : t('Damaged: {{reason}}', { reason: t(damageReasons[one]) }),
              ])}
            />
            <RemarkField {...form.field('remark')} label={t('Remark')} />
          </div>
          <PhotoSourceContext value="gate-pass">
            <PhotoField
              value={photos.value}
              onChange={photos.change}
              max={passLimits.photos}
              label={t('Photos of the pieces')}
              place={{
                work: `gate-pass ${gatePass}`,
                field: scanId,
                what: t('Note pieces'),
                by: 'gatePasses.uploadGatePassPhoto',
              }}
            />
          </PhotoSourceContext>
        </DialogParts>
      </form>
    </Modal>
  )
}
