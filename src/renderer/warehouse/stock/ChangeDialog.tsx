import { useId } from 'react'
import { z } from 'zod'
import { placeText, siteName } from '../../../shared/areas/stock/lists.ts'
import type { StockRow } from '../../../shared/areas/stock/shapes.ts'
import { conditionWords, placeWords, regradeReasons, stockReasons } from '../../../shared/areas/stock/words.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { choiceField, type DescribedForm, describedForm, FormFields, textField } from '../../forms/described.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { draftOfAll } from '../../kit/drafts.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'

export type Change = 'move' | 'regrade' | 'write_off'

interface ChangeDialogProps extends DialogTurn {
  kind: Change
  rows: readonly StockRow[]
  onDone: () => void
}

const titles = { move: key('Move pieces'), regrade: key('Change the condition'), write_off: key('Write pieces off') }

const own = 'own'
const missing = key('Please give a reason.')

/** A usual reason, kept in English whatever the reader's language, or one in their own words. */
export function reasonFields(usual: readonly string[]) {
  const words = Object.fromEntries([
    ['', key('Choose…')],
    ...usual.map((reason) => [reason, reason]),
    [own, key('In your own words')],
  ])
  return {
    reason: choiceField(key('Reason'), words, { begins: '', isMissing: missing }),
    own_words: textField(key('In your own words'), 200),
  }
}

export const reasonOf = ({ reason, own_words }: { reason: string; own_words: string }) =>
  reason === own ? own_words.trim() : reason

export const reasonLooks = ({ reason }: { reason: string }) => ({ own_words: { isHidden: reason !== own } })

const placeField = choiceField(
  key('To place'),
  { shelf: placeWords.shelf, floor: placeWords.floor, quarantine: placeWords.quarantine },
  { begins: 'shelf' },
)

/** The reasons are those of the condition that is chosen. */
const regradeForm = (condition: string) =>
  describedForm({
    condition: choiceField(key('New condition'), { '': key('Choose…'), ...conditionWords }),
    ...reasonFields(usualOf(condition)),
  })

const usualOf = (condition: string): readonly string[] => (isCondition(condition) ? regradeReasons[condition] : [])
const isCondition = (word: string): word is StockRow['condition'] => Object.hasOwn(conditionWords, word)

const forms = {
  move: describedForm({ to: placeField, shelf: textField(key('Shelf'), 40) }),
  write_off: describedForm(reasonFields(stockReasons.write_off)),
} as const

/** Pieces of chosen rows are moved within their site, regraded or written off: how many of each, and where to or why. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { kind, rows, ...turn } = props
  const { t } = useLocale()
  const sites = new Set(rows.map(({ site }) => site))
  return (
    <Modal {...turn} title={t(titles[kind])} width={860} isTyped>
      {kind === 'move' && sites.size > 1 ? (
        <DialogParts onCancel={turn.onClose}>
          <Callout tone="warn">
            {t('From one site to another pieces go by a gate pass. Please choose rows of one site.')}
          </Callout>
        </DialogParts>
      ) : (
        <ChangeForm {...props} />
      )}
    </Modal>
  )
}

const typedForm = z.object({
  quantities: z.record(z.string(), z.number().nullable()),
  ...{ to: z.string(), shelf: z.string(), condition: z.string(), reason: z.string(), own_words: z.string() },
})
type Typed = z.output<typeof typedForm>

const freeOf = ({ on_hand, reserved }: StockRow) => on_hand - reserved

/** A move begins with all that is free and can be undone; what cannot begins with nothing. */
function quantityOf(kind: Change, row: StockRow, { quantities }: Pick<Typed, 'quantities'>): number | null {
  const typed = quantities[row.stock_id]
  if (typed !== undefined) return typed
  return kind === 'move' ? freeOf(row) : null
}

function ChangeForm({ kind, rows, onDone, onClose }: ChangeDialogProps) {
  const { t, plural } = useLocale()
  const id = useId()
  const site = rows[0]?.site ?? ''
  const shelves = useAnswer('stock.getWarehouseShelves', { site, page_size: 500 }, { enabled: kind === 'move' })
  const form = useSentForm(
    typedForm,
    { quantities: {}, to: 'shelf', shelf: '', condition: '', reason: '', own_words: '' },
    {
      draft: `stock-${kind}.${draftOfAll(rows.map(({ stock_id }) => stock_id))}`,
      what: t(titles[kind]),
      looksAgain: true,
      send: (typed, options) => send(kind, rows, typed, options),
      undo: (reply, _, options) => undo(kind, reply, options),
      after: () => {
        onDone()
        onClose()
      },
    },
  )
  const { values } = form
  const described = (kind === 'regrade' ? regradeForm(values.condition) : forms[kind]) as DescribedForm<never>
  const pieces = rows.reduce((sum, row) => sum + (quantityOf(kind, row, values) ?? 0), 0)
  const isOver = rows.some((row) => (quantityOf(kind, row, values) ?? 0) > freeOf(row))
  const isOff =
    pieces === 0 ||
    isOver ||
    (kind === 'move' ? values.to === 'shelf' && values.shelf.trim() === '' : reasonOf(values) === '') ||
    (kind === 'regrade' && !fitsCondition(values))
  const looks = {
    ...reasonLooks(values),
    shelf: { isHidden: values.to !== 'shelf' },
  }
  return (
    <DialogParts
      onCancel={onClose}
      step={{
        ...{ text: t(titles[kind]), run: form.send, isOff, isRunning: form.isSending },
        intent: kind === 'write_off' ? 'danger' : 'primary',
      }}
      foot={
        <span role="status">
          {isOver ? t('More is typed than is free.') : plural(pieces, '1 piece', '{{n}} pieces')}
        </span>
      }
    >
      <FieldTable
        className="plain-scroll stock-change"
        fields={lineFields(kind, values, (quantities) => form.change({ quantities }))}
        rows={rows}
        rowKey={(row) => row.stock_id}
      />
      <div className="form-grid" data-shelves={`${id}shelves`}>
        <FormFields of={described} form={form as never} looks={looks as never} />
      </div>
      {kind === 'move' && values.to === 'shelf' ? (
        <ul className="stock-shelves" aria-label={t('Shelves')}>
          {(shelves.data?.rows ?? [])
            .filter(({ shelf }) => shelf.includes(values.shelf.trim().toUpperCase()))
            .slice(0, 12)
            .map(({ shelf }) => (
              <li key={shelf}>
                <button type="button" className="dt-button" onClick={() => form.change({ shelf })}>
                  {shelf}
                </button>
              </li>
            ))}
        </ul>
      ) : null}
    </DialogParts>
  )
}

/** A condition is chosen, and the reason is one of its own or in their words. */
const fitsCondition = ({ condition, reason }: Typed) =>
  isCondition(condition) && (reason === own || usualOf(condition).includes(reason))

type Options = Parameters<typeof api.stock.moveStock>[1]

function send(kind: Change, rows: readonly StockRow[], typed: Typed, options: Options) {
  const lines = rows.flatMap((row) => {
    const quantity = quantityOf(kind, row, typed) ?? 0
    if (quantity === 0 || row.place_kind === 'packing' || row.place_kind === 'in_transit') return []
    const { site, place_kind, nm_sku, condition } = row
    return [{ site, place_kind, nm_sku, condition, quantity, ...(place_kind === 'shelf' && { shelf: row.place }) }]
  })
  if (kind === 'move') {
    const to = typed.to === 'shelf' ? { place_kind: 'shelf' as const, shelf: typed.shelf } : { place_kind: typed.to }
    return api.stock.moveStock({ lines, to: to as { place_kind: 'floor' } }, options)
  }
  const reason = reasonOf(typed)
  if (kind === 'write_off') return api.stock.writeOffStock({ lines, reason }, options)
  return api.stock.regradeStock({ lines, reason, condition: typed.condition as StockRow['condition'] }, options)
}

/** A write-off is no slip of the hand: it is taken back by what is found. */
function undo(kind: Change, { data }: Awaited<ReturnType<typeof send>>, options: Options) {
  if (kind === 'write_off') return Promise.resolve()
  const document_type = kind === 'move' ? 'put_away' : 'regrade'
  return api.stock.undoStock({ document_type, document_id: data.document_id }, options)
}

function lineFields(
  kind: Change,
  typed: Pick<Typed, 'quantities'>,
  onType: (quantities: Typed['quantities']) => void,
): readonly ShownField<StockRow>[] {
  return [
    { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (row) => row.nm_sku },
    { id: 'color', header: key('Colour'), of: (row, { name }) => name(row.color, row.color_zh) },
    { id: 'size', header: key('Size'), of: (row) => row.size },
    { id: 'site', header: key('Site or shop'), of: siteName },
    { id: 'place', header: key('Place'), of: placeText },
    { id: 'condition', header: key('Condition'), kind: 'word', of: (row) => conditionWords[row.condition] },
    { id: 'free', header: key('Free'), kind: 'pieces', of: freeOf },
    {
      id: 'quantity',
      header: key('Pieces'),
      kind: 'end',
      of: (row, { t }) => (
        <QuantityInput
          value={quantityOf(kind, row, typed)}
          max={freeOf(row)}
          placeholder="0"
          label={`${t('Pieces')}, ${row.nm_sku} ${row.place}`}
          onChange={(quantity) => onType({ ...typed.quantities, [row.stock_id]: quantity })}
        />
      ),
    },
  ]
}
