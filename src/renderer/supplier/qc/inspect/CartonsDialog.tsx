import { type FormEvent, useState } from 'react'
import { DialogParts, type DialogTurn, Modal, typedFirst } from '../../../kit/dialogs.tsx'
import { QuantityInput } from '../../../kit/quantities.tsx'
import { useLocale } from '../../../table/words.ts'
import type { LotState } from './lot-states.ts'

interface CartonsDialogProps extends DialogTurn {
  lot: LotState
  /** With how many cartons of the lot are open in all. */
  onAccept: (cartons: number) => void
}

/** Asked before a lot is accepted of which too few cartons are open as far as anybody said. */
export function CartonsDialog({ lot: { plan, cartonsOpened }, onAccept, isOpen, onClose }: CartonsDialogProps) {
  const { t, number } = useLocale()
  const [cartons, setCartons] = useState<number | null>(null)
  const isEnough = cartons !== null && cartons >= plan.cartons_to_open && cartons <= plan.cartons
  const accept = (event: FormEvent) => {
    event.preventDefault()
    if (cartons === null || !isEnough) return
    onAccept(cartons)
    onClose()
  }
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('How many cartons were opened?')} width={420}>
      <form onSubmit={accept}>
        <DialogParts onCancel={onClose} step={{ text: t('Accept the lot'), isOff: !isEnough }}>
          <p>
            {t(
              'Of the {{all}} cartons of this lot at least {{n}} are to be opened before it is accepted; {{opened}} so far.',
              {
                all: number(plan.cartons),
                n: number(plan.cartons_to_open),
                opened: number(cartonsOpened),
              },
            )}
          </p>
          <div className="qc-cartons">
            <span className="field-label">{t('Cartons opened')}</span>
            <QuantityInput
              value={cartons}
              max={plan.cartons}
              label={t('Cartons opened')}
              inputRef={typedFirst}
              onChange={setCartons}
            />
          </div>
        </DialogParts>
      </form>
    </Modal>
  )
}
