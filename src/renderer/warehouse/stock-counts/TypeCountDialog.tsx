import { z } from 'zod'
import { conditionWords } from '../../../shared/areas/stock-counts/lists.ts'
import type { CountLineRow, CountPlaceRow } from '../../../shared/areas/stock-counts/shapes.ts'
import { mostInPlace } from '../../../shared/areas/stock-counts/shapes.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, DecimalField, TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { readQuantity } from '../../kit/quantities.tsx'
import { useLocale } from '../../table/words.ts'
import { placeWords } from './place-words.ts'

interface TypeCountDialogProps extends DialogTurn {
  number: string
  places: readonly CountPlaceRow[]
  /** The line that is counted anew; null for one that is typed first. */
  line: CountLineRow | null
}

const typed = z.object({
  place: z.string().min(1, key('Please choose a place.')),
  sku: z.string().trim().min(1, key('Please name the SKU.')),
  condition: z.enum(['good', 'b_grade', 'damaged']),
  counted: z.string().refine((text) => {
    const pieces = readQuantity(text)
    return typeof pieces === 'number' && pieces <= mostInPlace
  }, key('Please enter how many pieces you counted; 0 for none.')),
})

/** How many pieces of an SKU somebody counted in a place, typed: it replaces what was counted of it before. */
export function TypeCountDialog({ number, places, line, ...turn }: TypeCountDialogProps) {
  const { t } = useLocale()
  const form = useSentForm(
    typed,
    { place: line?.place ?? '', sku: line?.nm_sku ?? '', condition: line?.condition ?? 'good', counted: '' },
    {
      draft: `count-line.${number}.${line?.line_id ?? ''}`,
      within: 'lines.0',
      what: t('Stock counts'),
      send: ({ counted, ...rest }, options) =>
        api.stockCounts.saveCounted({ number, lines: [{ ...rest, counted: readQuantity(counted) ?? 0 }] }, options),
      refresh: ['stockCounts'],
      after: turn.onClose,
    },
  )
  const choices = places.map((one) => [one.place, placeWords(one, t)] as const)
  return (
    <Modal {...turn} title={t('Type a quantity')} width={460} isTyped>
      <form noValidate onSubmit={form.send}>
        <DialogParts onCancel={turn.onClose} step={{ text: t('Save'), isRunning: form.isSending }}>
          <div className="form-stack">
            <ChoiceField
              {...form.field('place')}
              label={t('Shelf')}
              disabled={line !== null}
              choices={[['', t('Choose…')], ...choices]}
            />
            <TextField {...form.field('sku')} label={t('NM SKU')} maxLength={80} disabled={line !== null} />
            <ChoiceField
              {...form.field('condition')}
              label={t('Condition')}
              disabled={line !== null}
              choices={Object.entries(conditionWords).map(
                ([value, words]) => [value as CountLineRow['condition'], t(words)] as const,
              )}
            />
            <DecimalField
              {...form.field('counted')}
              label={t('Pieces counted')}
              hint={t('Takes the place of what was counted of it there before.')}
              maxLength={7}
              autoFocus
            />
          </div>
        </DialogParts>
      </form>
    </Modal>
  )
}
