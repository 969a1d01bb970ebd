import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readBoxSize, sizeFaults, writeCbm } from '../../../../shared/areas/shipments/box-size.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../../kit/dialogs.tsx'
import { type Box, savedText } from './box-edits.ts'

interface BoxSizeDialogProps extends DialogTurn {
  /** Those chosen, or all; of them those that may still be changed. */
  boxes: readonly Box[]
  isChosen: boolean
  /** Fills it in; saved with what else is typed. */
  onType: (boxes: readonly Box[], text: string) => void
}

/** One size for many boxes: cartons of a shipment are mostly the same. */
export function BoxSizeDialog({ boxes, isChosen, onType, ...turn }: BoxSizeDialogProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [text, setText] = useState('')
  const [isAll, setAll] = useState(false)
  const unsized = boxes.filter((box) => savedText(box, 'size') === '')
  const which = isAll || unsized.length === 0 || isChosen ? boxes : unsized
  const size = readBoxSize(text)
  const fill = () => {
    onType(which, text)
    turn.onClose()
  }
  return (
    <Modal {...turn} title={t('Carton size')} width={460} isTyped={text !== ''}>
      <DialogParts
        onCancel={turn.onClose}
        step={{ text: t('Fill in: {{n}}', { n: formats.number(which.length) }), run: fill, isOff: !size }}
      >
        <p>
          <label htmlFor="carton-size">{t('Length × width × height in cm, as 60 × 40 × 35')}</label>
        </p>
        <input
          id="carton-size"
          className="text-field code"
          value={text}
          maxLength={40}
          autoComplete="off"
          ref={takeFocus}
          aria-invalid={size === undefined}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || !size) return
            event.preventDefault()
            fill()
          }}
        />
        <p className={size === undefined ? 'plat-over' : 'muted'} role="status">
          {size === undefined
            ? t(sizeFaults.unreadable)
            : size
              ? t('{{cbm}} m³ a box', { cbm: writeCbm(size) })
              : t('It is saved with what else is typed.')}
        </p>
        {!isChosen && unsized.length > 0 && unsized.length < boxes.length ? (
          <label className="check-label">
            <input type="checkbox" checked={isAll} onChange={({ target }) => setAll(target.checked)} />
            {t('Also boxes that have a size')}
          </label>
        ) : null}
      </DialogParts>
    </Modal>
  )
}

/** The dialog was opened to type here. */
const takeFocus = (field: HTMLElement | null) => field?.focus({ preventScroll: true })
