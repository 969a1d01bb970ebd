import { Button } from '@blueprintjs/core'
import { z } from 'zod'
import type { RejectedSku } from '../../../shared/areas/rejected-skus/calls.ts'
import { dispositionKinds, dispositionWords } from '../../../shared/areas/rejected-skus/rules.ts'
import { api } from '../../api/client.ts'
import { choiceField, describedForm, FormFields, remarkField, textField } from '../../forms/described.tsx'
import { reasonWords } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key, listed } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { PhotoField } from '../../photos/PhotoField.tsx'
import { useWorkPhotos } from '../../photos/use-photo-uploads.ts'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'
import { balanceOf, type DecisionPlan, decisionKey, planOf, type Quantities, restTo } from './reconcile-draft.ts'

interface ReconcileProps extends DialogTurn {
  rows: readonly RejectedSku[]
  onDone: (() => void) | undefined
}

/** Decides on the rejected pieces of one SKU or of several at once: `reconcile.open({ rows })`. */
export function useReconcile(onDone?: () => void) {
  return useDialog(ReconcileDialog, { onDone })
}

function ReconcileDialog({ rows, onDone, ...turn }: ReconcileProps) {
  const { t, plural } = useLocale()
  const title = t('Decide on rejected pieces: {{what}}', { what: plural(rows.length, '1 SKU', '{{n}} SKUs') })
  return (
    <Modal {...turn} title={title} className="reconcile-dialog" width={1180} isTyped>
      <ReconcileForm rows={rows} onClose={turn.onClose} onDone={onDone} />
    </Modal>
  )
}

const details = describedForm({
  return_reason: choiceField(key('Reason for the return'), reasonWords),
  concession: textField(key('Why it is accepted all the same'), 200),
  remark: remarkField(key('Remark'), { hint: key('The vendor reads it on the return note.') }),
})

const reconcileForm = details.schema.extend({
  quantities: z.record(z.string(), z.number().nullable()),
  image_ids: z.array(z.string()),
  in_part: z.boolean(),
})

function ReconcileForm({ rows, onClose, onDone }: Omit<ReconcileProps, 'isOpen'>) {
  const { t } = useLocale()
  const what = t('Decide')
  const work = `reconcile.${rows
    .map((row) => row.rejected_id)
    .join()
    .slice(0, 200)}`
  const photos = useWorkPhotos(work, true, 'photos')
  const empty = { ...details.empty, quantities: {}, image_ids: [], in_part: false }
  const form = useSentForm(reconcileForm, empty, {
    ...{ draft: work, what, looksAgain: true },
    send: ({ quantities, concession, remark, return_reason, image_ids, in_part }, options) =>
      api.rejectedSkus.reconcileRejectedSkus(
        {
          ...{ lines: planOf(rows, quantities, concession).lines, image_ids, in_part },
          ...(remark && { remark }),
          ...(return_reason && { return_reason }),
        },
        options,
      ),
    done: ({ data }) => t('Decided. Notes made: {{notes}}', { notes: listed(notesOf(data)) || '–' }),
    after: () => {
      photos.drop()
      onClose()
      onDone?.()
    },
  })
  const { quantities, concession, remark, image_ids, in_part } = form.values
  const plan = planOf(rows, quantities, concession)
  const change = (next: Quantities) => form.change({ quantities: { ...next } })
  const lacks = missingOf(plan, { concession, remark, in_part })
  return (
    <DialogParts
      className="reconcile-body"
      onCancel={onClose}
      step={{
        text: what,
        run: form.send,
        isOff: plan.pieces === 0 || lacks !== null || photos.state !== null,
        isRunning: form.isSending,
      }}
      foot={<PlanSum plan={plan} lacks={lacks} />}
    >
      <div className="reconcile-rest">
        <span className="muted">{t('Give all that is left to:')}</span>
        {dispositionKinds.map((kind) => (
          <Button
            key={kind}
            size="small"
            text={t(dispositionWords[kind])}
            disabled={plan.left === 0}
            onClick={() => change(restTo(rows, quantities, kind))}
          />
        ))}
        <Button
          size="small"
          variant="minimal"
          text={t('Clear')}
          disabled={plan.pieces === 0}
          onClick={() => change({})}
        />
      </div>
      <FieldTable
        className="plain-scroll reconcile-lines"
        fields={lineFields(quantities, change)}
        rows={rows}
        rowKey={(row) => row.rejected_id}
        total={t('Total')}
      />
      <label className="check-label">
        <input type="checkbox" checked={in_part} onChange={({ target }) => form.change({ in_part: target.checked })} />
        {t('The rest waits: nothing is decided of it yet')}
      </label>
      <div className="form-grid reconcile-fields">
        <FormFields
          of={details}
          form={form}
          looks={{
            return_reason: { isHidden: !plan.kinds.has('return') },
            concession: { isHidden: !plan.kinds.has('concession') },
          }}
        />
      </div>
      <PhotoField
        value={image_ids}
        label={t('Further photos of the rejected pieces')}
        place={{ work, field: 'photos', what, by: 'indiaInspection.uploadReviewImage' }}
        onChange={(ids) => form.change({ image_ids: ids })}
      />
    </DialogParts>
  )
}

const notesOf = ({ return_notes, debit_notes }: { return_notes: string[]; debit_notes: { debit_note: string }[] }) => [
  ...return_notes,
  ...debit_notes.map(({ debit_note }) => debit_note),
]

/** What is still to be said before it can be sent; null when nothing is. English, and the key of its translation. */
function missingOf(plan: DecisionPlan, said: { concession: string; remark: string; in_part: boolean }): string | null {
  if (plan.isOver) return key('More is typed than was rejected.')
  if (plan.left > 0 && !said.in_part) return key('The balance is not zero.')
  if (plan.kinds.has('concession') && said.concession.trim() === '') return key('A concession needs a reason.')
  if (plan.kinds.has('return') && said.remark.trim() === '') return key('A return needs a remark.')
  return null
}

function PlanSum({ plan, lacks }: { plan: DecisionPlan; lacks: string | null }) {
  const { t, number } = useLocale()
  return (
    <p className="reconcile-sum" role="status">
      {t('Decided: {{pieces}} · Balance: {{left}}', { pieces: number(plan.pieces), left: number(plan.left) })}
      {lacks !== null && plan.pieces > 0 ? <span className="reconcile-lacks">{t(lacks)}</span> : null}
    </p>
  )
}

function lineFields(quantities: Quantities, onType: (next: Quantities) => void): readonly ShownField<RejectedSku>[] {
  return [
    {
      ...{ id: 'nm_sku', header: key('NM SKU'), hint: (row: RejectedSku) => row.nm_sku },
      of: (row, { name }) => (
        <WithPicture of={row}>
          <span className="reconcile-sku">
            <span className="code">{row.nm_sku}</span>
            <span className="muted">{`${name(row.color, row.color_zh)} · ${row.size} · ${row.shipment_id} / ${row.box_no}`}</span>
          </span>
        </WithPicture>
      ),
    },
    { id: 'rejected', header: key('To decide'), kind: 'pieces', of: (row) => row.balance, total: true },
    ...dispositionKinds.map(
      (kind): ShownField<RejectedSku> => ({
        ...{ id: kind, header: dispositionWords[kind], kind: 'end' as const },
        total: (all, { number }) =>
          number(all.reduce((sum, row) => sum + (quantities[decisionKey(row, kind)] ?? 0), 0)),
        of: (row, { t }) => (
          <QuantityInput
            value={quantities[decisionKey(row, kind)] ?? null}
            max={row.balance}
            placeholder="0"
            label={`${t(dispositionWords[kind])}, ${row.nm_sku} ${row.box_no}`}
            isInvalid={balanceOf(row, quantities) < 0}
            onChange={(quantity) => onType({ ...quantities, [decisionKey(row, kind)]: quantity })}
          />
        ),
      }),
    ),
    {
      ...{ id: 'balance', header: key('Still open'), kind: 'end' as const },
      total: (all, { number }) => number(all.reduce((sum, row) => sum + balanceOf(row, quantities), 0)),
      of: (row, { number }) => {
        const left = balanceOf(row, quantities)
        return (
          <b className="reconcile-balance" data-state={left === 0 ? 'even' : left < 0 ? 'over' : 'open'}>
            {number(left)}
          </b>
        )
      },
    },
  ]
}
