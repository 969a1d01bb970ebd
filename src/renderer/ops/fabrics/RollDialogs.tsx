import { z } from 'zod'
import type { RollRow } from '../../../shared/areas/materials/calls.ts'
import {
  type RollMoveByHand,
  rollBounds,
  rollFaults,
  rollMoves,
  rollMoveWords,
} from '../../../shared/areas/materials/roll.ts'
import { rollLength } from '../../../shared/areas/materials/roll-length.ts'
import { needsWordsText } from '../../../shared/kernel/lifecycle.ts'
import { api } from '../../api/client.ts'
import { decimalField, describedForm, FormFields, textField, wantedText } from '../../forms/described.tsx'
import { ChoiceField, DecimalField, RemarkField, TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'
import { readDecimal } from '../materials/sheet-cells.ts'

interface OfRoll extends DialogTurn {
  roll: RollRow
}

const shelfForm = describedForm({
  place: textField(key('Shelf'), 40, { hint: key('Left empty, it lies on the floor.') }),
})

export function ShelfDialog({ roll, ...turn }: OfRoll) {
  const { t } = useLocale()
  const form = useSentForm(
    shelfForm.schema,
    { place: roll.place ?? '' },
    {
      draft: null,
      send: (typed, options) =>
        api.materials.updateFabric({ roll: roll.roll, version: roll.version, ...typed }, options),
      looksAgain: true,
      refresh: ['materials', 'production'],
      after: turn.onClose,
    },
  )
  return (
    <Modal {...turn} title={t('Move roll {{roll}}', { roll: roll.roll })} width={420} isTyped={form.isTyped}>
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: t('Move it'), isRunning: form.isSending, isOff: !form.isTyped }}
        >
          <FormFields of={shelfForm} form={form} />
        </DialogParts>
      </form>
    </Modal>
  )
}

const wrong = key('Please check this number.')

/** A measure up to `most`, or none where it may be left out. */
const measure = (most: number) =>
  z
    .string()
    .transform(readDecimal)
    .refine((value) => value !== undefined && (value ?? 0) <= most, { error: wrong })
    .transform((value) => value ?? null)

const factsForm = describedForm({
  lot: textField(key('Dye lot'), 40, { reads: wantedText(key('Please fill in.')) }),
  shade: textField(key('Shade'), 20, { reads: wantedText(key('Please fill in.')) }),
  length_m: decimalField(key('Length (m)'), 10, { reads: measure(rollBounds.length_m) }),
  width_cm: decimalField(key('Width (cm)'), 10, { reads: measure(rollBounds.width_cm) }),
  gsm: decimalField(key('GSM'), 10, { reads: measure(rollBounds.gsm) }),
  shrinkage: decimalField(key('Shrinkage (%)'), 10, {
    reads: measure(rollBounds.shrinkage),
  }),
})

const said = (value: number | null) => (value === null ? '' : String(value))

/** What its label says, where that was typed wrong or the roll measured anew. */
export function FactsDialog({ roll, ...turn }: OfRoll) {
  const { t } = useLocale()
  const before = {
    ...{ lot: roll.lot, shade: roll.shade, length_m: said(roll.received), width_cm: said(roll.width_cm) },
    ...{ gsm: said(roll.gsm), shrinkage: said(roll.shrinkage) },
  }
  const form = useSentForm(factsForm.schema, before, {
    draft: `roll.facts.${roll.roll}`,
    what: roll.roll,
    send: ({ length_m, ...typed }, options) =>
      api.materials.updateFabric(
        { roll: roll.roll, version: roll.version, ...typed, ...(length_m !== null && { length_m }) },
        options,
      ),
    looksAgain: true,
    refresh: ['materials', 'production'],
    after: turn.onClose,
  })
  return (
    <Modal {...turn} title={t('Change roll {{roll}}', { roll: roll.roll })} width={520} isTyped={form.isTyped}>
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: t('Save'), isRunning: form.isSending, isOff: !form.isTyped }}
        >
          <div className="form-grid">
            <FormFields of={factsForm} form={form} />
          </div>
        </DialogParts>
      </form>
    </Modal>
  )
}

export const handMoves = rollMoves

/** How much of the roll the move can take: what lies where it starts, by the ledger. */
export function availableTo(kind: RollMoveByHand, roll: RollRow): number {
  return rollLength.movable({ ...roll, free: roll.free + roll.waiting }, kind)
}

interface ClothProps extends OfRoll {
  kind: RollMoveByHand
  heldBy: readonly { order_id: string; quantity: number }[]
}

const clothForm = z.object({
  quantity: z
    .string()
    .transform(readDecimal)
    .pipe(z.number({ error: wrong }).gt(0, { error: wrong })),
  reason: z.string(),
  order_id: z.string(),
})

/** Cloth of a roll goes another way: cut, written off, returned, or back. */
export function ClothDialog({ roll, kind, heldBy, ...turn }: ClothProps) {
  const { t, number } = useLocale()
  const [first] = heldBy
  const isOfOrder = kind === 'cut' || kind === 'uncut'
  const only = heldBy.length === 1 && first ? first.order_id : ''
  const form = useSentForm(
    clothForm
      .refine(({ order_id }) => !isOfOrder || order_id !== '', { error: rollFaults.noOrder, path: ['order_id'] })
      .refine(({ reason }) => isOfOrder || reason.trim() !== '', { error: needsWordsText, path: ['reason'] }),
    { quantity: '', reason: '', order_id: isOfOrder ? only : '' },
    {
      draft: `roll.${kind}.${roll.roll}`,
      what: t(rollMoveWords[kind]),
      within: 'move',
      send: ({ order_id, ...move }, options) =>
        api.materials.updateFabric(
          {
            roll: roll.roll,
            version: roll.version,
            move: { kind, ...move, ...(isOfOrder && { order_id: order_id.trim().toUpperCase() }) },
          },
          options,
        ),
      ...{ looksAgain: true, refresh: ['materials', 'production'], after: turn.onClose },
    },
  )
  const held = heldBy.find(({ order_id }) => order_id === form.values.order_id)
  const most = kind === 'cut' && held ? held.quantity : availableTo(kind, roll)
  return (
    <Modal {...turn} title={`${t(rollMoveWords[kind])} · ${roll.roll}`} width={460} isTyped={form.isTyped}>
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: t(rollMoveWords[kind]), isRunning: form.isSending, isOff: !form.isTyped }}
        >
          <div className="fabric-form">
            {kind === 'cut' ? (
              <ChoiceField
                {...form.field('order_id')}
                label={t('Order')}
                choices={[['', t('Choose an order…')], ...heldBy.map(({ order_id }) => [order_id, order_id] as const)]}
              />
            ) : null}
            {kind === 'uncut' ? (
              <TextField
                {...form.field('order_id')}
                label={t('Order')}
                maxLength={40}
                usual={heldBy.map(({ order_id }) => order_id)}
              />
            ) : null}
            <DecimalField
              {...form.field('quantity')}
              label={t('Metres')}
              hint={t('At most {{most}}.', { most: number(most) })}
              maxLength={10}
              autoFocus
            />
            <RemarkField {...form.field('reason')} label={t('Reason')} />
          </div>
        </DialogParts>
      </form>
    </Modal>
  )
}
