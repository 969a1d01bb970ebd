import { Button, Dialog } from '@blueprintjs/core'
import { useState } from 'react'
import { useLocale } from '../../table/words.ts'
import { Callout } from '../states.tsx'
import type { FilledLine, PasteReading } from './paste-plan.ts'

export interface ReadingShown extends Pick<PasteReading, 'refused' | 'outside' | 'unknown'> {
  /** `box` and `boxes` are of packing: a matrix into one box, or each line a box. */
  how: PasteReading['how'] | 'box' | 'boxes'
  cells: number
  lines: readonly FilledLine[]
}

interface PasteQuestionProps {
  /** The likeliest first; null asks nothing. */
  readings: readonly ReadingShown[] | null
  onTake: (at: number) => void
  onCancel: () => void
}

const shown = 8

/** Shows what a paste would fill where, before it does; where the block can be meant in two ways, the user says which. */
export function PasteQuestion({ readings, onTake, onCancel }: PasteQuestionProps) {
  const { t, number, plural } = useLocale()
  const [chosen, setChosen] = useState(0)
  const reading = readings?.[chosen]
  const ways: Record<ReadingShown['how'], string> = {
    one: t('Line by line'),
    labels: t('By the names that were pasted'),
    lines: t('Line by line, all of one kind'),
    whole: t('Over the whole grid, from its first cell'),
    here: t('From the cell that was chosen'),
    box: t('Into this box, by colour and size'),
    boxes: t('Each line into a box'),
    screen: t('Down through the kinds, as they stand on screen'),
  }
  return (
    <Dialog
      isOpen={readings !== null}
      onClose={onCancel}
      title={t('Paste like this?')}
      role="alertdialog"
      style={{ width: 'min(520px, 96vw)' }}
      transitionDuration={100}
    >
      <div className="bp6-dialog-body qg-paste">
        {readings && readings.length > 1 && (
          <fieldset>
            <legend className="sr-only">{t('Paste like this?')}</legend>
            {readings.map(({ how }, at) => (
              <label key={how}>
                <input type="radio" name="reading" checked={at === chosen} onChange={() => setChosen(at)} />
                {ways[how]}
              </label>
            ))}
          </fieldset>
        )}
        {reading && (
          <>
            <table>
              <tbody>
                {reading.lines.slice(0, shown).map(({ row, layer, numbers }) => (
                  <tr key={`${row} ${layer}`}>
                    <th scope="row">{layer === '' ? row : `${row} · ${layer}`}</th>
                    <td>{numbers.map(([column, quantity]) => `${column} ${number(quantity)}`).join(' · ')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {reading.lines.length > shown && (
              <p className="muted">{t('and {{n}} more', { n: number(reading.lines.length - shown) })}</p>
            )}
            {reading.unknown.length > 0 && (
              <Callout tone="warn">{t('Not here: {{names}}', { names: reading.unknown.join(' · ') })}</Callout>
            )}
            {reading.outside > 0 && (
              <Callout tone="warn">
                {plural(
                  reading.outside,
                  '1 number has no cell here and is left out.',
                  '{{n}} numbers have no cell here and are left out.',
                )}
              </Callout>
            )}
            {reading.refused > 0 && <p>{t('Left out, not whole numbers: {{n}}.', { n: number(reading.refused) })}</p>}
          </>
        )}
      </div>
      <div className="bp6-dialog-footer">
        <div className="bp6-dialog-footer-actions">
          <Button text={t('Cancel')} onClick={onCancel} />
          <Button
            autoFocus
            intent="primary"
            disabled={!reading || reading.cells === 0}
            text={plural(reading?.cells ?? 0, 'Fill 1 cell', 'Fill {{n}} cells')}
            onClick={() => onTake(chosen)}
          />
        </div>
      </div>
    </Dialog>
  )
}
