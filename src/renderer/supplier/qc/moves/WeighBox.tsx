import { Button } from '@blueprintjs/core'
import { z } from 'zod'
import { passedOf, piecesBeside } from '../../../../shared/areas/qc-boxes/quantities.ts'
import { useAction } from '../../../actions/useAction.ts'
import { api } from '../../../api/client.ts'
import { DecimalField } from '../../../forms/fields.tsx'
import { useTyped } from '../../../forms/useTyped.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../../kit/dialogs.tsx'
import { readKilograms } from '../../../kit/weight.ts'
import { useLocale } from '../../../table/words.ts'
import type { AfterCommand, BoxDetails } from '../box/box-data.ts'
import { boxWeight } from '../list/box-cell.tsx'

interface WeighBoxProps {
  box: BoxDetails['box']
  take: (after: AfterCommand) => void
}

/** What a box weighs, and the way to weigh it as it goes to India: with its passed pieces, while no export order has told it. */
export function BoxWeight({ box, take }: WeighBoxProps) {
  const locale = useLocale()
  const { open, dialog } = useDialog(WeighDialog)
  const { quantities: q, export_order_number } = box
  const mayWeigh = q.shipped === 0 && passedOf(q) > 0 && piecesBeside(q) === 0 && export_order_number === null
  return (
    <>
      {boxWeight(box, locale, locale.kilograms)}{' '}
      {mayWeigh ? (
        <Button size="small" variant="minimal" text={locale.t('Weigh again…')} onClick={() => open({ box, take })} />
      ) : null}
      {dialog}
    </>
  )
}

function WeighDialog({ box, take, ...turn }: DialogTurn & WeighBoxProps) {
  const { t, plural } = useLocale()
  const entered = useTyped(`weigh.${box.sscc}`, z.string(), '', t('Weigh box {{box_no}}', { box_no: box.box_no }))
  const { value: typed, change: setTyped } = entered
  const grams = readKilograms(typed)
  const what = t('Weigh box {{box_no}}', { box_no: box.box_no })
  const weigh = useAction(
    (weight_grams: number, options) =>
      api.qcBoxes.weighBox({ box_id: box.box_id, version: box.version, weight_grams }, options),
    { what, done: () => t('Saved') },
  )
  const pieces = passedOf(box.quantities)
  return (
    <Modal {...turn} title={what} width={440} isTyped={typed !== ''}>
      <form
        onSubmit={async (event) => {
          event.preventDefault()
          if (!grams || weigh.isRunning) return
          const reply = await weigh.run(grams)
          if (reply === undefined) return
          entered.reset()
          take(reply.data)
          turn.onClose()
        }}
      >
        <DialogParts onCancel={turn.onClose} step={{ text: t('Save'), isOff: !grams, isRunning: weigh.isRunning }}>
          <p>
            {t('With packaging, and with what goes to India alone: {{what}}.', {
              what: plural(pieces, '1 piece', '{{n}} pieces'),
            })}
          </p>
          <DecimalField
            label={t('Gross weight (kg)')}
            value={typed}
            maxLength={12}
            autoFocus
            problem={grams === undefined ? t('Please enter a weight in kilograms.') : null}
            onChange={setTyped}
          />
        </DialogParts>
      </form>
    </Modal>
  )
}
