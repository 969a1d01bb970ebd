import { Button, PopoverNext } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { QuantityInput } from '../../../kit/QuantityInput.tsx'
import { boxesNeeded, type Distribution, distribute, mostBoxes } from './distribute.ts'
import type { PackingDraft } from './use-packing-draft.ts'

/** Puts every piece that is in no box yet into boxes: so many a box, or shared out over so many boxes. */
export function DistributeButton({ packing, isPrimary }: { packing: PackingDraft; isPrimary?: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={setOpen}
      placement="bottom-start"
      animation="minimal"
      arrow={false}
      content={<DistributeForm packing={packing} onDone={() => setOpen(false)} />}
    >
      <Button
        {...(isPrimary ? { intent: 'primary' as const } : {})}
        text={t('Distribute…')}
        disabled={packing.sums.missing === 0}
      />
    </PopoverNext>
  )
}

function DistributeForm({ packing, onDone }: { packing: PackingDraft; onDone: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { boxes, lines, sums, change } = packing
  const [how, setHow] = useState<Distribution>('solid')
  const [size, setSize] = useState<number | null>(20)
  const ways: readonly [Distribution, string][] = [
    ['solid', t('One SKU per box')],
    ['mixed', t('Mixed, one SKU after another')],
    ['spread', t('Every SKU spread over the boxes')],
  ]
  const needed = boxesNeeded(boxes, lines, how, size ?? 0)
  const isTooMany = boxes.length + needed > mostBoxes
  return (
    <form
      className="distribute"
      onSubmit={(event) => {
        event.preventDefault()
        if (needed === 0 || isTooMany) return
        change((now) => distribute(now, lines, how, size ?? 0))
        onDone()
      }}
    >
      <p>{t('Pieces in no box yet: {{n}}', { n: formats.number(sums.missing) })}</p>
      <fieldset>
        <legend className="sr-only">{t('Distribute…')}</legend>
        {ways.map(([key, label]) => (
          <label key={key}>
            <input type="radio" name="distribution" checked={how === key} onChange={() => setHow(key)} />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="distribute-size">
        <span>{how === 'spread' ? t('Number of boxes') : t('Pieces per box')}</span>
        <QuantityInput
          value={size}
          onChange={setSize}
          label={how === 'spread' ? t('Number of boxes') : t('Pieces per box')}
        />
      </div>
      <div className="distribute-end">
        <span className="muted">{t('Boxes filled: {{n}}', { n: formats.number(needed) })}</span>
        <Button type="submit" intent="primary" text={t('Distribute')} disabled={needed === 0 || isTooMany} />
      </div>
    </form>
  )
}
